import { type ReactNode, useEffect } from 'react'
import { useText } from '../../ground/language.ts'
import mark from '../../ground/mark.svg'
import { useSite } from '../../ground/site.ts'
import { LanguageLinks } from './LanguageLinks.tsx'
import { PhoneWall } from './PhoneWall.tsx'

interface SignInFrameProps {
  /** Title of the browser's tab, before the site's own. */
  title: string
  heading: string
  children: ReactNode
}

/** Layout of all pages before the sign-in: the phones, the languages, one card. */
export function SignInFrame({ title, heading, children }: SignInFrameProps) {
  const t = useText()
  const site = useSite()
  useEffect(() => {
    document.title = `${title} - ${site.title}`
  }, [title, site.title])
  return (
    <div className="login">
      <div
        className="login-aside"
        aria-hidden
        {...(site.loginBackground && {
          style: { background: `center / cover url("${site.loginBackground}")` },
        })}
      >
        {!site.loginBackground && (
          <>
            <PhoneWall />
            <p>{t('login.lead')}</p>
          </>
        )}
      </div>
      <main className="login-main">
        <div className="login-language">
          <LanguageLinks />
        </div>
        <div className="login-card">
          <img src={site.logo || mark} alt="" className="login-logo" />
          <h1>{heading}</h1>
          {children}
        </div>
        {(site.copyright || site.filing) && (
          <footer className="login-footer">
            <span>{site.copyright}</span>
            <span>{site.filing}</span>
          </footer>
        )}
      </main>
    </div>
  )
}
