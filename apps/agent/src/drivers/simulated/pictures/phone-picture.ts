import { clamp, mixRect } from '../geometry.ts'
import { type Motion, motionMs } from '../phone-state.ts'
import { layoutOf } from '../rotation.ts'
import { drawInstalledIcon } from './app-icons.ts'
import { barsOver, drawApp } from './app-pictures.ts'
import { drawNavigation, drawStatusBar } from './bars.ts'
import { drawHome } from './home-picture.ts'
import { drawLock } from './lock-picture.ts'
import {
  drawBoot,
  drawCamera,
  drawDimming,
  drawFlash,
  drawMessage,
  drawTouch,
  drawWindows,
} from './overlays.ts'
import { ink, paper, softInk } from './palette.ts'
import { drawPanel, drawVolume } from './panel.ts'
import type { Pen } from './pen.ts'
import { drawRecent } from './recent-picture.ts'
import type { Scene } from './scene.ts'

const white = '#ffffff'

/** The whole screen, in pixels of the phone. */
export function drawPhone(pen: Pen, scene: Scene): void {
  const { state } = scene
  const { width, height } = layoutOf(state)
  if (state.screen === 'booting') drawBoot(pen, scene)
  else if (state.screen === 'off') pen.box({ x: 0, y: 0, width, height }, '#000000')
  else drawLit(pen, scene)
  drawCamera(pen, scene)
  drawFlash(pen, scene)
}

function drawLit(pen: Pen, scene: Scene): void {
  const bars = drawBehindPanel(pen, scene)
  drawStatusBar(pen, scene, bars)
  drawNavigation(pen, scene, bars)
  drawWindows(pen, scene)
  drawPanel(pen, scene)
  drawVolume(pen, scene)
  drawMessage(pen, scene)
  drawDimming(pen, scene)
  drawTouch(pen, scene)
}

/** What the panel of notifications covers is not read. */
function drawBehindPanel(pen: Pen, scene: Scene): string {
  if (!scene.state.isPanelOpen) return drawPlace(pen, scene)
  pen.withoutTexts((silent) => drawPlace(silent, scene))
  return white
}

/** Returns the colour of the bars over it. */
function drawPlace(pen: Pen, scene: Scene): string {
  const { state, now } = scene
  const { place, motion } = state
  if (state.locked) {
    drawLock(pen, scene)
    return white
  }
  if (motion && place.at !== 'recent' && now < motion.at + motionMs) {
    drawMotion(pen, motion, scene)
    return white
  }
  if (place.at === 'app') {
    drawApp(pen, place.app, scene)
    return barsOver(place.app, scene)
  }
  if (place.at === 'installed') {
    drawInstalledPage(pen, place.name, scene)
    return ink
  }
  if (place.at === 'recent') drawRecent(pen, scene)
  else drawHome(pen, scene)
  return white
}

function drawMotion(pen: Pen, motion: Motion, scene: Scene): void {
  const { width, height } = layoutOf(scene.state)
  const share = clamp((scene.now - motion.at) / motionMs, 0, 1)
  const eased = 1 - (1 - share) ** 3
  const size = motion.kind === 'open' ? eased : 1 - eased
  const rect = mixRect(motion.origin, { x: 0, y: 0, width, height }, size)
  if (motion.kind === 'open') pen.withoutTexts((silent) => drawHome(silent, scene))
  else drawHome(pen, scene)
  pen.context.globalAlpha = clamp(size * 2.5, 0, 1)
  pen.within(rect, 28 * (1 - size) + 2, () => {
    pen.context.translate(rect.x, rect.y)
    pen.context.scale(rect.width / width, rect.height / height)
    drawApp(pen, motion.app, scene)
  })
  pen.context.globalAlpha = 1
}

function drawInstalledPage(pen: Pen, name: string, { state, texts }: Scene): void {
  const { width, height } = layoutOf(state)
  pen.box({ x: 0, y: 0, width, height }, paper)
  drawInstalledIcon(pen, name, { x: width / 2 - 44, y: height * 0.32, width: 88, height: 88 })
  const title = { x: width / 2, y: height * 0.32 + 124 }
  pen.text(name, title, { size: 20, bold: true, colour: ink, align: 'center', maxWidth: width - 60 })
  pen.text(
    texts.installedHint,
    { x: width / 2, y: title.y + 32 },
    { size: 13, colour: softInk, align: 'center' },
  )
}
