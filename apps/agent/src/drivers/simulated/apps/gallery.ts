import { type AppLogic, contentTop, navigationHeight, type Target, type View } from '../app-logic.ts'
import { clamp } from '../geometry.ts'

export interface GalleryState {
  /** Index of the picture that fills the screen. */
  open?: number
  zoom: number
}

export const pictureCount = 42
const gap = 3
/** Of the thumbnails: about a hundred wide. */
const columnsIn = (width: number): number => Math.max(3, Math.round(width / 140))
const maxZoom = 4

export function thumbnailTargets({ width, scroll }: View): Target[] {
  const columns = columnsIn(width)
  const size = (width - (columns - 1) * gap) / columns
  return Array.from({ length: pictureCount }, (_, index) => ({
    id: `picture ${index}`,
    x: (index % columns) * (size + gap),
    y: contentTop + Math.floor(index / columns) * (size + gap) - scroll,
    width: size,
    height: size,
  }))
}

export const gallery: AppLogic<GalleryState> = {
  initial: { zoom: 1 },
  targets: (state, view) =>
    state.open === undefined
      ? thumbnailTargets(view)
      : [{ id: 'picture', x: 0, y: contentTop, width: view.width, height: view.height - contentTop }],
  facts: () => ({ type: 'ImageView' }),
  tap: (state, id) => {
    if (id === 'picture') return { ...state, zoom: state.zoom > 1 ? 1 : 2 }
    return { open: Number(id.slice('picture '.length)), zoom: 1 }
  },
  back: (state) => (state.open === undefined ? undefined : { zoom: 1 }),
  zoom: (state, factor) =>
    state.open === undefined ? state : { ...state, zoom: clamp(state.zoom * factor, 1, maxZoom) },
  contentHeight: (state, view) => {
    if (state.open !== undefined) return view.height
    const columns = columnsIn(view.width)
    const size = (view.width - (columns - 1) * gap) / columns
    return contentTop + Math.ceil(pictureCount / columns) * (size + gap) + navigationHeight
  },
}
