import { statusBarHeight } from '../app-logic.ts'
import { layoutOf } from '../rotation.ts'
import { formatTime } from './bars.ts'
import { glyphs } from './glyphs.ts'
import type { Pen } from './pen.ts'
import type { Scene } from './scene.ts'

const white = '#ffffff'
const soft = '#aab3c8'
const rowHeight = 58
const bottomRoom = 90

/** The notifications, the newest first, over a darkened screen. */
export function drawPanel(pen: Pen, { state, texts, now }: Scene): void {
  if (!state.isPanelOpen) return
  const { width, height } = layoutOf(state)
  pen.box({ x: 0, y: 0, width, height }, 'rgba(10, 13, 22, 0.9)')
  const top = statusBarHeight + 64
  pen.text(formatTime(now), { x: 18, y: statusBarHeight + 30 }, { size: 30, colour: white })
  const { notifications } = state
  if (notifications.length === 0) {
    const at = { x: width / 2, y: top + 40 }
    pen.text(texts.noNotifications, at, { size: 14, colour: soft, align: 'center' })
  }
  const most = Math.max(1, Math.floor((height - top - bottomRoom) / (rowHeight + 8)))
  for (const [index, { title, text, time }] of notifications.slice(0, most).entries()) {
    const row = { x: 12, y: top + index * (rowHeight + 8), width: width - 24, height: rowHeight }
    const room = row.width - 28
    pen.box(row, 'rgba(255, 255, 255, 0.12)', 14)
    pen.text(
      title,
      { x: row.x + 14, y: row.y + 19 },
      { size: 14, bold: true, colour: white, maxWidth: room - 50 },
    )
    if (time !== undefined) {
      const at = { x: row.x + row.width - 14, y: row.y + 19 }
      pen.text(formatTime(time), at, { size: 11, colour: soft, align: 'right' })
    }
    pen.text(text, { x: row.x + 14, y: row.y + 40 }, { size: 13, colour: soft, maxWidth: room })
  }
}

/** The volume of media, at the right edge, for a moment after its keys were pressed. */
export function drawVolume(pen: Pen, { state, now }: Scene): void {
  if (state.volumeUntil === undefined || now >= state.volumeUntil) return
  const { width, height } = layoutOf(state)
  const bar = { x: width - 52, y: height * 0.24, width: 38, height: 150 }
  const level = (bar.height * state.controls.volume.media) / 100
  pen.within(bar, 19, () => {
    pen.box(bar, 'rgba(20, 24, 36, 0.82)')
    pen.box({ ...bar, y: bar.y + bar.height - level, height: level }, 'rgba(92, 139, 255, 0.95)')
  })
  const icon = { x: bar.x + 10, y: bar.y + bar.height - 28, width: 18, height: 18 }
  pen.glyph(glyphs.volume, icon, white)
}
