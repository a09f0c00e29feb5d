import type { PhonePosition } from '@fleetdeck/contract/phone-tools'
import { contentTop, type View } from '../../app-logic.ts'
import { brightnessSlider, type SettingsSection, switchTargets } from '../../apps/settings.ts'
import type { Rect } from '../../geometry.ts'
import { drawPageTitle, drawSlider, drawSwitch } from '../elements.ts'
import { glyphs } from '../glyphs.ts'
import { accent, amber, card, green, ink, line, red, softInk } from '../palette.ts'
import type { Pen } from '../pen.ts'
import type { Scene } from '../scene.ts'

type Page = (pen: Pen, view: View, scene: Scene) => void
const gigabyte = 2 ** 30
const rowHeight = 52

const pages: Record<SettingsSection, Page> = {
  network: (pen, view, scene) => {
    drawSwitches(pen, 'network', view, scene)
    const { wifi } = scene.state.apps.settings
    const { texts } = scene
    const rows: [string, string][] = [
      [texts.wifi, wifi ? `Office-5G · ${texts.connected}` : texts.off],
      [texts.mobileData, wifi ? texts.on : `5G · ${texts.connected}`],
    ]
    drawRows(pen, { x: 14, y: contentTop + 148, width: view.width - 28, height: 0 }, rows)
  },
  battery: (pen, view, scene) => {
    drawBatteryFigure(pen, view, scene)
    drawSwitches(pen, 'battery', view, scene)
    const { body } = scene.state
    const rows: [string, string][] = [[scene.texts.temperature, `${body.temperature.toFixed(1)} °C`]]
    drawRows(pen, { x: 14, y: contentTop + 250, width: view.width - 28, height: 0 }, rows)
  },
  display: (pen, view, { state, texts }) => {
    pen.box({ x: 14, y: contentTop + 8, width: view.width - 28, height: 102 }, card, 18)
    const { brightness } = state.apps.settings
    pen.text(texts.brightness, { x: 32, y: contentTop + 34 }, { size: 15, colour: ink })
    const share = { x: view.width - 32, y: contentTop + 34 }
    pen.text(`${Math.round(brightness * 100)}%`, share, { size: 14, colour: softInk, align: 'right' })
    drawSlider(pen, brightnessSlider(view), brightness, amber)
  },
  storage: (pen, view, scene) => drawStorage(pen, view, scene),
  about: (pen, view, { state, texts }) => {
    const { identity } = state.profile
    const rows: [string, string][] = [
      [texts.brand, identity.brand],
      [texts.model, identity.model],
      [texts.system, identity.osVersion],
      [texts.serial, identity.hardwareId],
      [texts.imei, identity.imei],
      [texts.memory, inGigabytes(state.profile.memory)],
      ...positionRow(state.position, texts.position),
    ]
    drawRows(pen, { x: 14, y: contentTop + 8, width: view.width - 28, height: 0 }, rows)
    const note = { x: view.width / 2, y: contentTop + 8 + rows.length * rowHeight + 26 }
    pen.text(texts.simulated, note, { size: 12, colour: softInk, align: 'center' })
  },
}

export function drawSettingsPage(pen: Pen, section: SettingsSection, view: View, scene: Scene): void {
  drawPageTitle(pen, scene.texts[section])
  pages[section](pen, view, scene)
}

const positionRow = (position: PhonePosition | undefined, name: string): [string, string][] =>
  position ? [[name, `${position.latitude.toFixed(4)}, ${position.longitude.toFixed(4)}`]] : []

const inGigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(0)} GB`

function drawRows(pen: Pen, at: Rect, rows: [string, string][]): void {
  pen.box({ ...at, height: rows.length * rowHeight }, card, 18)
  rows.forEach(([name, value], index) => {
    const y = at.y + index * rowHeight
    if (index > 0) pen.box({ x: at.x + 18, y, width: at.width - 36, height: 1 }, line)
    pen.text(name, { x: at.x + 18, y: y + rowHeight / 2 }, { size: 15, colour: ink })
    const right = { x: at.x + at.width - 18, y: y + rowHeight / 2 }
    pen.text(value, right, { size: 13, colour: softInk, align: 'right', maxWidth: at.width - 130 })
  })
}

function drawSwitches(pen: Pen, section: SettingsSection, view: View, { state, texts }: Scene): void {
  const targets = switchTargets(section, view)
  const [first] = targets
  if (!first) return
  pen.box({ ...first, height: first.height * targets.length }, card, 18)
  targets.forEach((target, index) => {
    const id = target.id as 'wifi' | 'bluetooth' | 'saver'
    const middle = target.y + target.height / 2
    if (index > 0) pen.box({ x: target.x + 18, y: target.y, width: target.width - 36, height: 1 }, line)
    pen.text(texts[id], { x: target.x + 18, y: middle }, { size: 16, colour: ink })
    const place = { x: target.x + target.width - 68, y: middle - 15, width: 52, height: 30 }
    drawSwitch(pen, place, state.apps.settings[id])
  })
}

function drawBatteryFigure(pen: Pen, { width }: View, { state, texts }: Scene): void {
  const { battery, charging } = state.body
  const box = { x: 14, y: contentTop + 8, width: width - 28, height: 152 }
  pen.box(box, card, 18)
  const colour = battery <= 20 && !charging ? red : green
  pen.text(`${Math.round(battery)}%`, { x: 34, y: box.y + 46 }, { size: 48, bold: true, colour: ink })
  const word = charging ? texts.charging : texts.discharging
  pen.text(word, { x: 34, y: box.y + 88 }, { size: 13, colour: softInk })
  const shell = { x: 34, y: box.y + 110, width: width - 68, height: 22 }
  pen.box(shell, '#e9edf5', 11)
  pen.box({ ...shell, width: Math.max(22, (shell.width * battery) / 100) }, colour, 11)
  const sign = { x: width - 84, y: box.y + 24, width: 44, height: 44 }
  pen.glyph(charging ? glyphs.bolt : glyphs.battery, sign, charging ? amber : '#cfd5e2')
}

function drawStorage(pen: Pen, { width }: View, { state, texts }: Scene): void {
  const { profile, body } = state
  const bars = [
    { name: texts.storage, total: profile.storage, free: body.freeStorage, colour: '#8a63e8' },
    { name: texts.memory, total: profile.memory, free: body.freeMemory, colour: accent },
  ]
  bars.forEach(({ name, total, free, colour }, index) => {
    const box = { x: 14, y: contentTop + 8 + index * 116, width: width - 28, height: 104 }
    pen.box(box, card, 18)
    pen.text(name, { x: 32, y: box.y + 28 }, { size: 16, colour: ink })
    const used = texts.used.replace('{0}', `${inGigabytes(total - free)} / ${inGigabytes(total)}`)
    pen.text(used, { x: width - 32, y: box.y + 28 }, { size: 13, colour: softInk, align: 'right' })
    const bar = { x: 32, y: box.y + 50, width: width - 64, height: 14 }
    pen.box(bar, '#e9edf5', 7)
    pen.box({ ...bar, width: bar.width * (1 - free / total) }, colour, 7)
    const left = `${texts.free} ${(free / gigabyte).toFixed(1)} GB`
    pen.text(left, { x: 32, y: box.y + 84 }, { size: 12, colour: softInk })
  })
}
