import { type ComponentType, lazy } from 'react'
import { loadCode } from './load-code.ts'

/**
 * A part whose code is loaded when it is first shown. While the server cannot be reached its fallback stays: a part that
 * failed would take the page with it.
 */
// biome-ignore lint/suspicious/noExplicitAny: the bound that React's own lazy() has
export const lazyPart = <Part extends ComponentType<any>>(load: () => Promise<Part>) =>
  lazy(async () => ({ default: await loadCode(load) }))
