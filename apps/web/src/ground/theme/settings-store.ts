import { create } from 'zustand'
import { defaultThemeColor, sidebarCookie, sizeCookie } from '../constants.ts'
import { readCookie, writeCookie } from '../cookies.ts'

export type Appearance = 'light' | 'dark' | 'system'
/** Spec §1; medium is antd's name for the same size. */
export const sizes = ['default', 'medium', 'small', 'mini'] as const
export type Size = (typeof sizes)[number]

/** What a screen gives up first on a poor line. */
export const qualityProfiles = ['automatic', 'sharp', 'smooth', 'saving'] as const
export type QualityProfile = (typeof qualityProfiles)[number]

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
  /** How screens follow the page and the line; device: as their own settings say. */
  screenQuality: QualityProfile | 'device'
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
  screenQuality: 'automatic',
  showSettings: true,
}

const storageKey = 'layout-setting'

function loadSettings(): Settings {
  try {
    const { autoQuality, ...stored } = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    // An earlier version stored whether quality is automatic.
    return { ...defaultSettings, ...(autoQuality === false && { screenQuality: 'device' }), ...stored }
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
