import type { ComponentType } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { useConnection } from '../../ground/connection.ts'
import { loadTexts } from '../../ground/language.ts'
import type { PageRecord } from '../menu/menu-records.ts'
import { useMenu } from '../menu/menu-store.ts'
import { type ViewLoader, views } from '../views.ts'

const loaded = new Map<ViewLoader, ComponentType>()
const retryMs = 800

export const loaderOf = ({ view }: PageRecord) => (Object.hasOwn(views, view) ? views[view] : undefined)

export const loadedView = (loader: ViewLoader) => loaded.get(loader)

async function withTexts(loader: ViewLoader): Promise<void> {
  const { texts = 'pages' } = loader
  const [view] = await Promise.all([loader(), texts === 'shell' ? undefined : loadTexts(texts)])
  loaded.set(loader, view)
}

/** A chunk may fail once when a connection breaks; a second failure is thrown. */
export async function loadView(loader: ViewLoader): Promise<void> {
  try {
    await withTexts(loader)
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    await withTexts(loader)
  }
}

/** Loads the code of a page that will probably be opened; a failure is left to its opening. */
export async function preloadView(loader: ViewLoader): Promise<void> {
  if (loaded.has(loader) || useConnection.getState().state === 'reconnecting') return
  try {
    await withTexts(loader)
  } catch (error) {
    console.warn(error)
  }
}

/** The same for a menu entry that is pointed at. */
export function preloadPage(path: string): void {
  const page = useMenu.getState().pages.find((one) => one.path === path)
  const loader = page && loaderOf(page)
  if (loader) inBackground(preloadView(loader))
}
