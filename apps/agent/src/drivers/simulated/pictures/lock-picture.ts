import { clamp } from '../geometry.ts'
import { layoutOf } from '../rotation.ts'
import { formatTime } from './bars.ts'
import { glyphs } from './glyphs.ts'
import { formatDate } from './home-picture.ts'
import type { Pen } from './pen.ts'
import type { Scene } from './scene.ts'
import { drawWallpaper } from './wallpaper.ts'

const white = '#ffffff'

/** Follows the finger upwards. */
export function drawLock(pen: Pen, scene: Scene): void {
  const { state, now, texts } = scene
  const { width, height } = layoutOf(state)
  const { gesture } = state
  const lift = gesture ? clamp(gesture.start.y - gesture.last.y, 0, height / 2) : 0
  const fade = Math.round(255 * (1 - (lift / height) * 1.6))
    .toString(16)
    .padStart(2, '0')
  const colour = `${white}${fade}`
  drawWallpaper(pen, state)
  pen.box({ x: 0, y: 0, width, height }, 'rgba(8, 10, 24, 0.28)')
  const top = height * 0.2 - lift * 0.6
  pen.glyph(glyphs.lock, { x: width / 2 - 11, y: top - 66, width: 22, height: 22 }, colour)
  pen.text(formatTime(now), { x: width / 2, y: top }, { size: 78, colour, align: 'center' })
  pen.text(formatDate(scene), { x: width / 2, y: top + 58 }, { size: 16, colour, align: 'center' })
  const hint = { x: width / 2, y: height - 60 - lift }
  pen.text(texts.unlockHint, hint, { size: 14, colour, align: 'center' })
}
