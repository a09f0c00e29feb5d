import { create } from 'zustand'

/** Where the layout has a place beside its pages; undefined without the layout. */
export const useDockPlace = create<{ place: HTMLElement | undefined }>(() => ({ place: undefined }))

export const setDockPlace = (place: HTMLElement | null) =>
  useDockPlace.setState({ place: place ?? undefined })
