import type { PhoneState } from '../phone-state.ts'
import { layoutOf } from '../rotation.ts'
import type { Pen } from './pen.ts'

interface Palette {
  sky: [string, string, string]
  glow: string
  hills: [string, string, string]
}

const palettes: Palette[] = [
  { sky: ['#1d2b64', '#5b5fc7', '#f8a978'], glow: '#ffd9a8', hills: ['#4b4a9e', '#33347c', '#1f2257'] },
  { sky: ['#0f4c5c', '#2f9c95', '#d9f0c8'], glow: '#f7ffd9', hills: ['#2b8a80', '#1b6a66', '#0f4a4c'] },
  { sky: ['#4a1942', '#b4436c', '#ffc09f'], glow: '#fff0d0', hills: ['#8a2f5c', '#662250', '#43173f'] },
  { sky: ['#102a54', '#3f7cc4', '#cfe8ff'], glow: '#ffffff', hills: ['#3d78b4', '#285a94', '#173c6e'] },
  { sky: ['#20283a', '#5d6f8f', '#f0cfa0'], glow: '#ffe9bd', hills: ['#55647e', '#3b4860', '#252f43'] },
  { sky: ['#2c1e5c', '#7d4fc4', '#f5b6e0'], glow: '#ffe4fb', hills: ['#6b45ae', '#4c3088', '#30205f'] },
]

/** A landscape at dusk; each phone has its own light. */
export function drawWallpaper(pen: Pen, state: PhoneState): void {
  pen.backdrop('wallpaper', '', (layer) => drawDusk(layer, state))
}

function drawDusk(pen: Pen, state: PhoneState): void {
  const { width, height } = layoutOf(state)
  const { wallpaper } = state.profile
  const { sky, glow, hills } = palettes[wallpaper % palettes.length] as Palette
  const { context } = pen
  const air = context.createLinearGradient(0, 0, width * 0.25, height)
  sky.forEach((colour, index) => {
    air.addColorStop(index * 0.42, colour)
  })
  pen.box({ x: 0, y: 0, width, height }, air)
  const sun = { x: width * 0.7, y: height * 0.56 }
  const halo = context.createRadialGradient(sun.x, sun.y, 8, sun.x, sun.y, width * 0.6)
  halo.addColorStop(0, `${glow}dd`)
  halo.addColorStop(0.12, `${glow}77`)
  halo.addColorStop(1, `${glow}00`)
  pen.box({ x: 0, y: 0, width, height }, halo)
  pen.disc(sun, 26, glow)
  hills.forEach((colour, index) => {
    drawHill(
      pen,
      { width, height, crest: height * (0.66 + index * 0.1), bend: wallpaper + index * 1.7 },
      colour,
    )
  })
}

interface Hill {
  width: number
  height: number
  crest: number
  bend: number
}

function drawHill({ context }: Pen, { width, height, crest, bend }: Hill, colour: string): void {
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(0, height)
  for (let x = 0; x <= width; x += 6) {
    const wave = Math.sin(x / 58 + bend) * 20 + Math.sin(x / 23 + bend * 2.3) * 7
    context.lineTo(x, crest - wave)
  }
  context.lineTo(width, height)
  context.closePath()
  context.fill()
}
