import { contentTop, type View } from '../../app-logic.ts'
import { type GalleryState, pictureCount, thumbnailTargets } from '../../apps/gallery.ts'
import { drawPageTitle, drawTitle } from '../elements.ts'
import { paper } from '../palette.ts'
import type { Pen } from '../pen.ts'
import { type AppPicture, pressedIn, type Scene } from '../scene.ts'
import { drawLandscape } from './landscape.ts'

export const galleryPicture: AppPicture<GalleryState> = {
  draw: (pen, state, view, scene) => {
    if (state.open === undefined) drawGrid(pen, view, scene)
    else drawOne(pen, state.open, { zoom: state.zoom, view, scene })
  },
  bars: ({ open }) => (open === undefined ? '#1b1e27' : '#ffffff'),
}

function drawGrid(pen: Pen, view: View, scene: Scene): void {
  const page = { x: 0, y: 0, width: view.width, height: view.height }
  pen.box(page, paper)
  const pressed = pressedIn(scene)
  thumbnailTargets(view).forEach((target, index) => {
    if (target.y + target.height < contentTop || target.y > view.height) return
    pen.within(target, 4, () => drawLandscape(pen, index, target))
    if (target.id === pressed) pen.box(target, 'rgba(255, 255, 255, 0.35)', 4)
  })
  pen.box({ ...page, height: contentTop }, `${paper}f4`)
  drawTitle(pen, scene.texts.apps.gallery, scene.texts.pictures)
  drawScrollBar(pen, view)
}

function drawScrollBar(pen: Pen, view: View): void {
  const rows = Math.ceil(pictureCount / 3)
  const total = rows * (view.width / 3)
  const room = view.height - contentTop
  const length = (room * room) / total
  const y = contentTop + (view.scroll / total) * room
  pen.box({ x: view.width - 6, y, width: 3.5, height: length }, 'rgba(20, 24, 40, 0.35)', 2)
}

function drawOne(
  pen: Pen,
  index: number,
  { zoom, view, scene }: { zoom: number; view: View; scene: Scene },
): void {
  pen.box({ x: 0, y: 0, width: view.width, height: view.height }, '#0d0f14')
  const height = view.width * 1.2
  const frame = { x: 0, y: (contentTop + view.height - height) / 2, width: view.width, height }
  const large = {
    x: frame.x - (frame.width * (zoom - 1)) / 2,
    y: frame.y - (frame.height * (zoom - 1)) / 2,
    width: frame.width * zoom,
    height: frame.height * zoom,
  }
  const room = { x: 0, y: contentTop - 6, width: view.width, height: view.height - contentTop }
  pen.within(room, 0, () => drawLandscape(pen, index, large))
  drawPageTitle(pen, `${scene.texts.pictureTitle} ${index + 1}`, '#ffffff')
  const share = `${Math.round(zoom * 100)}%`
  pen.text(share, { x: view.width - 20, y: 59 }, { size: 14, colour: '#ffffffb0', align: 'right' })
}
