import { clamp } from '../geometry.ts'
import { liftedMs } from '../phone-state.ts'
import { layoutOf } from '../rotation.ts'
import { glyphs } from './glyphs.ts'
import type { Pen } from './pen.ts'
import type { Scene } from './scene.ts'

const fingerRadius = 16
const bootTurnMs = 900

/** The positions of fingers, and a ring that spreads where it lifted. */
export function drawTouch(pen: Pen, { state, now }: Scene): void {
  const { gesture, pinch, lifted } = state
  const fingers = pinch ?? (gesture ? [gesture.last] : [])
  for (const at of fingers) {
    pen.disc(at, fingerRadius, 'rgba(255, 255, 255, 0.55)')
    pen.disc(at, fingerRadius - 3, 'rgba(47, 107, 255, 0.45)')
  }
  if (fingers.length > 0) return
  const share = lifted ? (now - lifted.at) / liftedMs : 1
  if (!lifted || share >= 1) return
  pen.disc(lifted, fingerRadius + share * 22, `rgba(120, 160, 255, ${0.4 * (1 - share)})`)
}

export function drawBoot(pen: Pen, { state, now, texts }: Scene): void {
  const { width, height } = layoutOf(state)
  const { identity } = state.profile
  const centre = { x: width / 2, y: height * 0.42 }
  pen.box({ x: 0, y: 0, width, height }, '#05070d')
  pen.text(identity.brand, centre, { size: 40, bold: true, colour: '#ffffff', align: 'center' })
  for (let dot = 0; dot < 8; dot++) {
    const angle = (dot / 8) * 2 * Math.PI
    const turn = ((now % bootTurnMs) / bootTurnMs) * 8
    const light = 1 - (((turn - dot + 8) % 8) / 8) * 0.85
    const at = { x: centre.x + Math.cos(angle) * 20, y: height * 0.72 + Math.sin(angle) * 20 }
    pen.disc(at, 3.6, `rgba(255, 255, 255, ${light.toFixed(2)})`)
  }
  pen.text(
    texts.booting,
    { x: centre.x, y: height * 0.72 + 50 },
    { size: 13, colour: '#8f97aa', align: 'center' },
  )
}

/** The signal that shows the phone's location. */
export function drawFlash(pen: Pen, { state, now, texts }: Scene): void {
  if (now >= state.flashUntil) return
  const { width, height } = layoutOf(state)
  const bright = Math.floor((state.flashUntil - now) / 350) % 2 === 0
  pen.box({ x: 0, y: 0, width, height }, bright ? 'rgba(255, 214, 64, 0.96)' : 'rgba(47, 107, 255, 0.96)')
  const ink = bright ? '#1b1e27' : '#ffffff'
  pen.glyph(glyphs.sun, { x: width / 2 - 40, y: height / 2 - 96, width: 80, height: 80 }, ink)
  pen.text(
    texts.findMe,
    { x: width / 2, y: height / 2 + 24 },
    { size: 30, bold: true, colour: ink, align: 'center' },
  )
  pen.text(state.flashLabel, { x: width / 2, y: height / 2 + 62 }, { size: 14, colour: ink, align: 'center' })
}

/** Optional overlays of every app: the log's newest lines, and a button for the script. */
export function drawWindows(pen: Pen, { state }: Scene): void {
  const { width, height } = layoutOf(state)
  if (state.control.logWindow) {
    const box = { x: 12, y: height - 150, width: width - 24, height: 74 }
    pen.within(box, 10, () => pen.box(box, 'rgba(16, 20, 30, 0.78)'))
    state.lines.forEach((line, row) => {
      const at = { x: box.x + 12, y: box.y + 22 + row * 20 }
      pen.text(line, at, { size: 12, colour: '#d7e3ff', maxWidth: box.width - 24 })
    })
  }
  if (state.control.controlWindow) {
    const at = { x: width - 34, y: height * 0.45 }
    pen.disc(at, 22, 'rgba(47, 107, 255, 0.85)')
    pen.text('▶', { x: at.x + 1, y: at.y + 6 }, { size: 16, colour: '#ffffff', align: 'center' })
  }
}

const maxMessageLines = 5

/** A message from an operator, on a card below the status bar. */
export function drawMessage(pen: Pen, { state }: Scene): void {
  const { message } = state
  if (!message) return
  const box = { x: 12, y: 44, width: layoutOf(state).width - 24, height: 0 }
  const lines = wrapLines(pen, message.text, box.width - 28).slice(0, maxMessageLines)
  const card = { ...box, height: 40 + lines.length * 19 }
  pen.within(card, 12, () => pen.box(card, 'rgba(250, 251, 255, 0.97)'))
  pen.text(
    message.title,
    { x: card.x + 14, y: card.y + 18 },
    { size: 14, bold: true, maxWidth: card.width - 28 },
  )
  lines.forEach((line, row) => {
    pen.text(line, { x: card.x + 14, y: card.y + 40 + row * 19 }, { size: 13, colour: '#4a5162' })
  })
}

/** Wraps words at the width; Chinese has no spaces to break at. */
function wrapLines(pen: Pen, text: string, width: number): string[] {
  const lines = ['']
  for (const piece of text.match(/[\w.,;:!?'-]+\s*|\n|./gsu) ?? []) {
    const line = lines.at(-1) ?? ''
    if (piece === '\n' || (line && pen.measureWidth((line + piece).trimEnd(), 13) > width))
      lines.push(piece.trim())
    else lines[lines.length - 1] = line + piece
  }
  return lines
}

const cameraWidth = 108

/** The operator's camera in a separate window, over everything. */
export function drawCamera(pen: Pen, { state, camera }: Scene): void {
  if (!camera) return
  const height = (cameraWidth * camera.height) / camera.width
  const rect = { x: layoutOf(state).width - cameraWidth - 12, y: 56, width: cameraWidth, height }
  pen.within(rect, 10, () => pen.context.drawImage(camera, rect.x, rect.y, rect.width, rect.height))
}

/** A dimmed display is a darker image, but always readable. */
export function drawDimming(pen: Pen, { state }: Scene): void {
  const { width, height } = layoutOf(state)
  const shade = clamp(0.4 - state.apps.settings.brightness, 0, 0.4) * 0.9
  if (shade > 0) pen.box({ x: 0, y: 0, width, height }, `rgba(0, 0, 0, ${shade.toFixed(3)})`)
}
