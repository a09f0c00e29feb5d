import { clockPlace, dockRect, homeIcons } from '../home-layout.ts'
import { drawAppIcon, drawInstalledIcon } from './app-icons.ts'
import { formatTime } from './bars.ts'
import { glyphs } from './glyphs.ts'
import type { Pen } from './pen.ts'
import type { Scene } from './scene.ts'
import { drawWallpaper } from './wallpaper.ts'

const white = '#ffffff'

export function drawHome(pen: Pen, scene: Scene): void {
  const key = [formatTime(scene.now), formatDate(scene), ...scene.state.installed].join('/')
  pen.backdrop('home', key, (layer) => drawWhole(layer, scene))
}

function drawWhole(pen: Pen, scene: Scene): void {
  const { state, texts } = scene
  drawWallpaper(pen, state)
  drawClockWidget(pen, scene)
  const dock = dockRect(state)
  pen.box(dock, 'rgba(255, 255, 255, 0.22)', 28)
  pen.outline(dock, 'rgba(255, 255, 255, 0.18)', 28)
  for (const icon of homeIcons(state)) {
    const name = icon.kind === 'app' ? texts.apps[icon.app] : icon.name
    if (icon.kind === 'app') drawAppIcon(pen, icon.app, icon)
    else drawInstalledIcon(pen, icon.name, icon)
    const label = { x: icon.x + icon.width / 2, y: icon.y + icon.height + 13 }
    if (icon.y < dock.y)
      pen.shadowed({ colour: 'rgba(0, 0, 0, 0.45)', blur: 4 }, () =>
        pen.text(name, label, { size: 12, colour: white, align: 'center', maxWidth: 78 }),
      )
  }
}

export const formatDate = ({ texts, now }: Scene): string =>
  new Intl.DateTimeFormat(texts.locale, { month: 'long', day: 'numeric', weekday: 'long' }).format(now)

function drawClockWidget(pen: Pen, scene: Scene): void {
  const { state, now, texts } = scene
  const { x: centre, y: top } = clockPlace(state)
  pen.shadowed({ colour: 'rgba(0, 0, 0, 0.35)', blur: 14 }, () =>
    pen.text(formatTime(now), { x: centre, y: top + 40 }, { size: 68, colour: white, align: 'center' }),
  )
  pen.text(formatDate(scene), { x: centre, y: top + 92 }, { size: 15, colour: white, align: 'center' })
  const weather = `24°  ${texts.sky[0]} · ${texts.cities[0]}`
  const half = pen.measureWidth(weather, 13) / 2
  const chip = { x: centre - half - 26, y: top + 112, width: 2 * half + 42, height: 30 }
  pen.box(chip, 'rgba(255, 255, 255, 0.2)', 15)
  pen.glyph(glyphs.sun, { x: chip.x + 9, y: chip.y + 7, width: 16, height: 16 }, '#ffdf6b')
  pen.text(weather, { x: chip.x + 31, y: chip.y + 15 }, { size: 13, colour: white })
}
