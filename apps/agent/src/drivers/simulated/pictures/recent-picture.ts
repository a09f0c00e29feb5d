import { clamp, contains, type Rect } from '../geometry.ts'
import { recentCards } from '../home-layout.ts'
import { layoutOf } from '../rotation.ts'
import { drawAppIcon } from './app-icons.ts'
import { drawApp } from './app-pictures.ts'
import type { Pen } from './pen.ts'
import type { Scene } from './scene.ts'
import { drawWallpaper } from './wallpaper.ts'

const white = '#ffffff'

export function drawRecent(pen: Pen, scene: Scene): void {
  const { state, texts } = scene
  const { width, height } = layoutOf(state)
  drawWallpaper(pen, state)
  pen.box({ x: 0, y: 0, width, height }, 'rgba(10, 12, 26, 0.55)')
  const cards = recentCards(state)
  if (cards.length === 0)
    pen.text(texts.recentEmpty, { x: width / 2, y: height / 2 }, { size: 15, colour: white, align: 'center' })
  for (const card of cards) {
    if (card.x > width || card.x + card.width < 0) continue
    const lift = dragOffset(card, scene)
    const at = { ...card, y: card.y - lift }
    pen.context.globalAlpha = clamp(1 - lift / (height * 0.7), 0.2, 1)
    drawMiniature(
      pen,
      at,
      () => drawApp(pen, card.app, { ...scene, state: { ...state, place: { at: 'app', app: card.app } } }),
      scene,
    )
    const icon = { x: at.x + 4, y: at.y - 34, width: 26, height: 26 }
    drawAppIcon(pen, card.app, icon)
    pen.text(texts.apps[card.app], { x: icon.x + 34, y: icon.y + 13 }, { size: 13, colour: white })
    pen.context.globalAlpha = 1
  }
}

/** The card under the finger follows it upwards. */
function dragOffset(card: Rect, { state }: Scene): number {
  const { gesture } = state
  if (!gesture || !contains(card, gesture.start)) return 0
  return Math.max(0, gesture.start.y - gesture.last.y)
}

function drawMiniature(pen: Pen, at: Rect, draw: () => void, { state }: Scene): void {
  const { width, height } = layoutOf(state)
  pen.shadowedBox(at, '#ffffff', 20, { colour: 'rgba(0, 0, 0, 0.5)', blur: 22 })
  pen.within(at, 20, () => {
    pen.context.translate(at.x, at.y)
    pen.context.scale(at.width / width, at.height / height)
    draw()
  })
}
