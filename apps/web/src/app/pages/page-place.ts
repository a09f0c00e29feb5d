import type { ComponentType } from 'react'
import type { Location, Navigator } from 'react-router'
import { create } from 'zustand'

interface PagePlace {
  /** The module that renders them; the sign-in page does not load it. */
  Pages: ComponentType
  element: HTMLElement
  location: Location
  navigator: Navigator
}

/** Where the layout has its pages, and which one is shown; undefined without the layout. */
export const usePagePlace = create<{ place: PagePlace | undefined }>(() => ({ place: undefined }))
