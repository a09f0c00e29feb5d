import { type ViewLoader, withShellTexts } from './views.ts'

/** The sign-in page, and the page that requires a change of a generated password. */
export const loginView = withShellTexts(
  async () => (await import('../features/login/LoginPage.tsx')).LoginPage,
)
export const passwordFirstView = withShellTexts(
  async () => (await import('../features/login/PasswordFirstPage.tsx')).PasswordFirstPage,
)

/** The page that requires a second factor. */
export const factorFirstView: ViewLoader = async () =>
  (await import('../features/second-factor/FactorFirstPage.tsx')).FactorFirstPage

/** Accounts created by visitors, and the return from an external provider. */
export const registerView: ViewLoader = async () =>
  (await import('../features/register/RegisterPage.tsx')).RegisterPage
export const authRedirectView: ViewLoader = async () =>
  (await import('../features/auth/AuthRedirectPage.tsx')).AuthRedirectPage
export const bindView: ViewLoader = async () => (await import('../features/auth/BindPage.tsx')).BindPage

/** A separate window, outside the layout. */
export const screenView: ViewLoader = async () =>
  (await import('../features/screen/ScreenPage.tsx')).ScreenPage

/** A phone's screen for somebody without an account. */
export const guestView: ViewLoader = Object.assign(
  async () => (await import('../features/guest-screen/GuestPage.tsx')).GuestPage,
  { texts: 'guest' as const },
)

/** Where a user signs a command line in; outside the layout. */
export const commandLineView: ViewLoader = async () =>
  (await import('../features/command-line/CommandLinePage.tsx')).CommandLinePage

/** The layout with its menu and tabs; the sign-in page does not load it. */
export const layoutView = withShellTexts(
  async () => (await import('./layout/ConsoleLayout.tsx')).ConsoleLayout,
)
