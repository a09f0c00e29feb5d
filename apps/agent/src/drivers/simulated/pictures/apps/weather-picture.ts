import type { View } from '../../app-logic.ts'
import { cityTargets, type WeatherState } from '../../apps/weather.ts'
import { centreOf } from '../elements.ts'
import { glyphs } from '../glyphs.ts'
import type { Pen } from '../pen.ts'
import type { AppPicture, Scene } from '../scene.ts'

const white = '#ffffff'
const looks = [
  { sky: ['#2f80ed', '#8fd0ff'], glyph: glyphs.sun, tint: '#ffe27a', degrees: 24, humidity: 38, wind: 2 },
  { sky: ['#4a6a94', '#a9c3dd'], glyph: glyphs.cloud, tint: white, degrees: 19, humidity: 62, wind: 3 },
  { sky: ['#34495f', '#7d97ab'], glyph: glyphs.rain, tint: '#d6ecff', degrees: 15, humidity: 88, wind: 4 },
] as const
const hours = 5

export const weatherPicture: AppPicture<WeatherState> = {
  draw: (pen, { city }, view, scene) => {
    const { width, height } = view
    const { texts } = scene
    const look = looks[city % looks.length] ?? looks[0]
    const page = { x: 0, y: 0, width, height }
    pen.box(page, pen.downward(page, look.sky[0], look.sky[1]))
    pen.text(texts.apps.weather, { x: 20, y: 58 }, { size: 25, bold: true, colour: white })
    cityTargets(view).forEach((target, index) => {
      if (index === city) pen.box(target, 'rgba(255, 255, 255, 0.25)', 18)
      const style = { size: 14, bold: index === city, colour: white, align: 'center' as const }
      pen.text(texts.cities[index] ?? '', centreOf(target), style)
    })
    const centre = width / 2
    pen.glyph(look.glyph, { x: centre - 48, y: 142, width: 96, height: 96 }, look.tint)
    pen.text(`${look.degrees}°`, { x: centre + 8, y: 282 }, { size: 76, colour: white, align: 'center' })
    const words = `${texts.sky[city] ?? ''} · ${texts.feels.replace('{0}', String(look.degrees + 1))}`
    pen.text(words, { x: centre, y: 336 }, { size: 15, colour: white, align: 'center' })
    drawHours(pen, view, { scene, degrees: look.degrees, glyph: look.glyph })
    drawDetails(pen, view, [
      [texts.humidity, `${look.humidity}%`],
      [texts.wind, String(look.wind)],
      [texts.airQuality, texts.good],
    ])
  },
  bars: () => white,
}

function drawHours(
  pen: Pen,
  { width }: View,
  { scene, degrees, glyph }: { scene: Scene; degrees: number; glyph: string },
): void {
  const box = { x: 20, y: 368, width: width - 40, height: 110 }
  pen.box(box, 'rgba(255, 255, 255, 0.18)', 20)
  const first = new Date(scene.now).getHours()
  for (let hour = 0; hour < hours; hour++) {
    const x = box.x + (box.width * (hour + 0.5)) / hours
    const name = `${String((first + hour + 1) % 24).padStart(2, '0')}:00`
    pen.text(name, { x, y: box.y + 24 }, { size: 12, colour: '#ffffffcc', align: 'center' })
    pen.glyph(glyph, { x: x - 12, y: box.y + 40, width: 24, height: 24 }, white)
    const value = `${degrees - Math.abs(2 - hour)}°`
    pen.text(value, { x: x + 3, y: box.y + 86 }, { size: 15, bold: true, colour: white, align: 'center' })
  }
}

function drawDetails(pen: Pen, { width }: View, info: [string, string][]): void {
  const each = (width - 40 - 20) / info.length
  info.forEach(([name, value], index) => {
    const box = { x: 20 + index * (each + 10), y: 494, width: each, height: 82 }
    pen.box(box, 'rgba(255, 255, 255, 0.18)', 20)
    const centre = box.x + each / 2
    pen.text(
      name,
      { x: centre, y: box.y + 26 },
      { size: 12, colour: '#ffffffcc', align: 'center', maxWidth: each - 12 },
    )
    pen.text(value, { x: centre, y: box.y + 54 }, { size: 20, bold: true, colour: white, align: 'center' })
  })
}
