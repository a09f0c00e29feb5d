/** Numbers of the spec's §9, in one place. Times in milliseconds unless the name says otherwise. */
export const requestTimeoutMs = 60_000
export const toastSeconds = 3
export const undoSeconds = 6
/** Narrower windows get the mobile layout. */
export const mobileBreakpointPx = 992
/** Below this a table turns into cards. */
export const cardBreakpointPx = 600
/** width / 3 / 85 entries fit the top navigation. */
export const topNavShare = 3
export const topNavEntryPx = 85
export const searchThreshold = 0.4
export const searchTitleWeight = 0.7
export const searchPathWeight = 0.3
export const pageSizes = [10, 20, 30, 50]
export const defaultPageSize = 20
export const pickerPageSize = 10
export const defaultListSize = 10_000
export const pageScrollMs = 800
export const tabMenuWidthPx = 105
export const passwordMin = 6
export const passwordMax = 20
export const defaultThemeColor = '#1890ff'
export const themeColors = [
  '#409EFF',
  '#1890ff',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959CD',
  '#f5222d',
]
export const tokenStorageKey = 'Admin-Token'
export const languageStorageKey = 'language'
export const sidebarCookie = 'sidebarStatus'
export const sizeCookie = 'size'

/** How long a sign-out waits for the server; ms. */
export const logoutLimitMs = 3000
