import { create } from 'zustand'
import { defaultThemeColor, sidebarCookie, sizeCookie } from '../constants.ts'
import { readCookie, writeCookie } from '../cookies.ts'

export type Appearance = 'light' | 'dark' | 'system'
/** Spec §1; medium is antd's name for the same size. */
export const sizes = ['default', 'medium', 'small', 'mini'] as const
export type Size = (typeof sizes)[number]

export interface Settings {
  themeColor: string
  appearance: Appearance
  topNav: boolean
  tagsView: boolean
  /** Open tabs survive a reload. */
  keepTags: boolean
  fixedHeader: boolean
  sidebarLogo: boolean
  dynamicTitle: boolean
  /** An opened phone shows its screen immediately, whatever its own settings say. */
  startScreens: boolean
  /** Screens are as sharp as the page shows them and as the line allows, whatever their own settings say. */
  autoQuality: boolean
  /** Whether the user menu offers the drawer. */
  showSettings: boolean
}

/** Spec §3, settings. */
const defaultSettings: Settings = {
  themeColor: defaultThemeColor,
  appearance: 'light',
  topNav: false,
  tagsView: true,
  keepTags: true,
  fixedHeader: false,
  sidebarLogo: true,
  dynamicTitle: true,
  startScreens: true,
  autoQuality: true,
  showSettings: true,
}

const storageKey = 'layout-setting'

function loadSettings(): Settings {
  try {
    return { ...defaultSettings, ...JSON.parse(localStorage.getItem(storageKey) ?? '{}') }
  } catch {
    return defaultSettings
  }
}

/** The current settings; a change applies immediately and is stored only when saved. */
export const useSettings = create<Settings>(loadSettings)
export const changeSettings = (change: Partial<Settings>) => useSettings.setState(change)
export const saveSettings = () => localStorage.setItem(storageKey, JSON.stringify(useSettings.getState()))
export function resetSettings() {
  localStorage.removeItem(storageKey)
  useSettings.setState(defaultSettings)
}

const cookieSize = readCookie(sizeCookie)

/** Changed in the header: stored in cookies (spec §1, §2). */
export const useChrome = create<{ size: Size; sidebarOpen: boolean }>(() => ({
  size: sizes.find((size) => size === cookieSize) ?? 'medium',
  sidebarOpen: readCookie(sidebarCookie) !== '0',
}))

export function changeSize(size: Size) {
  writeCookie(sizeCookie, size)
  useChrome.setState({ size })
}

export function openSidebar(sidebarOpen: boolean) {
  writeCookie(sidebarCookie, sidebarOpen ? '1' : '0')
  useChrome.setState({ sidebarOpen })
}
