import { navigationHeight, statusBarHeight } from '../app-logic.ts'
import { layoutOf } from '../rotation.ts'
import { glyphs } from './glyphs.ts'
import { green, red } from './palette.ts'
import type { Pen } from './pen.ts'
import type { Scene } from './scene.ts'

const middle = statusBarHeight / 2 + 1

export const formatTime = (now: number): string => {
  const time = new Date(now)
  return `${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`
}

/** Clock at the left; signal, network and battery at the right. */
export function drawStatusBar(pen: Pen, { state, now, texts }: Scene, colour: string): void {
  const { width } = layoutOf(state)
  const { wifi, bluetooth } = state.apps.settings
  const title = state.locked ? texts.carrier : formatTime(now)
  pen.text(title, { x: 18, y: middle }, { size: 13, bold: true, colour })
  drawBattery(pen, state, width - 18, colour)
  const network = { x: width - 80, y: middle - 7.5, width: 15, height: 15 }
  if (wifi) pen.glyph(glyphs.wifi, network, colour)
  else pen.text('5G', { x: width - 65, y: middle }, { size: 11, bold: true, colour, align: 'right' })
  drawSignal(pen, width - 100, colour)
  if (bluetooth) pen.glyph(glyphs.bluetooth, { ...network, x: width - 118, width: 13, height: 13 }, colour)
}

function drawSignal(pen: Pen, x: number, colour: string): void {
  for (let bar = 0; bar < 4; bar++) {
    const height = 4 + bar * 2.4
    pen.box({ x: x + bar * 4, y: middle + 5.5 - height, width: 2.8, height }, colour, 1)
  }
}

function drawBattery(pen: Pen, { body, apps }: Scene['state'], right: number, colour: string): void {
  const shell = { x: right - 27, y: middle - 6, width: 25, height: 12.5 }
  const level = Math.round(body.battery)
  pen.outline(shell, `${colour}99`, 4, 1.2)
  pen.box({ x: right - 1, y: middle - 2, width: 2, height: 4 }, `${colour}99`, 1)
  const fill = body.charging ? green : level <= 20 || apps.settings.saver ? red : colour
  const inner = { x: shell.x + 2, y: shell.y + 2, width: (shell.width - 4) * (level / 100), height: 8.5 }
  pen.box(inner, level <= 20 && !body.charging ? red : fill, 2.4)
  pen.text(String(level), { x: shell.x - 4, y: middle }, { size: 11, colour, align: 'right' })
  if (body.charging) pen.glyph(glyphs.bolt, { x: right - 21, y: middle - 6, width: 12, height: 12 }, colour)
}

/** The pill at the lower edge. */
export function drawNavigation(pen: Pen, { state }: Scene, colour: string): void {
  const { width, height } = layoutOf(state)
  const pill = { x: width / 2 - 54, y: height - navigationHeight / 2 - 2, width: 108, height: 4.5 }
  pen.box(pill, `${colour}cc`, 3)
}
