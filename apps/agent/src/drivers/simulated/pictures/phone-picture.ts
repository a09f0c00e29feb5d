import { drawNavigation, drawStatusBar } from './bars.ts'
import { drawHome } from './home-picture.ts'
import type { Pen } from './pen.ts'
import type { Scene } from './scene.ts'

export function drawPhone(pen: Pen, scene: Scene): void {
  drawHome(pen, scene)
  drawStatusBar(pen, scene, '#ffffff')
  drawNavigation(pen, scene, '#ffffff')
}
