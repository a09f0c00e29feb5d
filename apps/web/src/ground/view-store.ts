/**
 * An administrator who sees the console as somebody else does so in one tab of the browser: the other tabs go on as
 * they are. Such a view begins and ends with a load of the page, so that nothing of the one user is shown to the other.
 */
interface StoredView {
  token: string
  /** Where it was started: the address to return to. */
  from: string
}

const viewKey = 'view-as'
const endedKey = 'view-as-ended'
/** Open tabs of a view, in addition to those that its viewer has left open. */
export const viewTabsKey = 'open-tabs-of-view'

function readView(): StoredView | undefined {
  const stored = sessionStorage.getItem(viewKey)
  return stored ? JSON.parse(stored) : undefined
}

/** The view that this page was loaded in. */
export const activeView = readView()

let isLeaving = false

export function enterView(token: string) {
  const { pathname, search, hash } = location
  sessionStorage.removeItem(viewTabsKey)
  sessionStorage.setItem(viewKey, JSON.stringify({ token, from: pathname + search + hash }))
  location.assign('/')
}

/** From now on the end of the view is expected. */
export function beginLeaving() {
  isLeaving = true
}

export function forgetView() {
  sessionStorage.removeItem(viewKey)
  sessionStorage.removeItem(viewTabsKey)
}

/** Loads the page where the view was started, in the viewer's own session; nothing that waits for it goes on. */
export function returnFromView(): Promise<never> {
  const view = readView()
  if (view) {
    forgetView()
    if (!isLeaving) sessionStorage.setItem(endedKey, 'true')
    location.replace(view.from)
  }
  return new Promise(() => undefined)
}

/** Whether the page was loaded because the server has ended the view; true only once. */
export function hasViewEnded(): boolean {
  const hasEnded = sessionStorage.getItem(endedKey) !== null
  sessionStorage.removeItem(endedKey)
  return hasEnded
}

/** A page that the browser has cached, and shows again, may belong to another user. */
export function followHistory() {
  const follow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && readView()?.token !== activeView?.token) location.reload()
  }
  window.addEventListener('pageshow', follow)
  return () => window.removeEventListener('pageshow', follow)
}
