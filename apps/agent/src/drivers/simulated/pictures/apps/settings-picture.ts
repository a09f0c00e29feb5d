import { contentTop, type View } from '../../app-logic.ts'
import {
  type SettingsSection,
  type SettingsState,
  sectionRow,
  settingsSections,
} from '../../apps/settings.ts'
import { drawTitle } from '../elements.ts'
import { glyphs } from '../glyphs.ts'
import { accent, amber, card, green, ink, line, paper, softInk } from '../palette.ts'
import type { Pen } from '../pen.ts'
import { type AppPicture, pressedIn, type Scene } from '../scene.ts'
import { drawSettingsPage } from './settings-pages.ts'

const faces: Record<SettingsSection, { glyph: string; colour: string }> = {
  network: { glyph: glyphs.wifi, colour: accent },
  battery: { glyph: glyphs.battery, colour: green },
  display: { glyph: glyphs.sun, colour: amber },
  storage: { glyph: glyphs.drive, colour: '#8a63e8' },
  about: { glyph: glyphs.info, colour: '#8a93a5' },
}

export const settingsPicture: AppPicture<SettingsState> = {
  draw: (pen, state, view, scene) => {
    pen.box({ x: 0, y: 0, width: view.width, height: view.height }, paper)
    if (state.section) drawSettingsPage(pen, state.section, view, scene)
    else drawList(pen, view, scene)
  },
}

function drawList(pen: Pen, view: View, scene: Scene): void {
  const { texts } = scene
  drawTitle(pen, texts.apps.settings)
  drawPhoneCard(pen, view, scene)
  const first = sectionRow(view, 0)
  pen.box({ ...first, height: first.height * settingsSections.length }, card, 18)
  settingsSections.forEach((section, index) => {
    const row = sectionRow(view, index)
    const middle = row.y + row.height / 2
    if (pressedIn(scene) === section) pen.box(row, '#eceff6', 18)
    const tile = { x: row.x + 16, y: middle - 17, width: 34, height: 34 }
    pen.box(tile, faces[section].colour, 11)
    pen.glyph(faces[section].glyph, { x: tile.x + 8, y: tile.y + 8, width: 18, height: 18 }, '#ffffff')
    pen.text(texts[section], { x: tile.x + 48, y: middle }, { size: 16, colour: ink })
    const right = row.x + row.width - 16
    pen.glyph(glyphs.forward, { x: right - 12, y: middle - 7, width: 14, height: 14 }, '#b9bfcc')
    const value = summaryOf(section, scene)
    pen.text(
      value,
      { x: right - 18, y: middle },
      { size: 13, colour: softInk, align: 'right', maxWidth: 120 },
    )
    if (index > 0) pen.box({ x: tile.x + 48, y: row.y, width: row.width - 80, height: 1 }, line)
  })
}

function drawPhoneCard(pen: Pen, view: View, { state }: Scene): void {
  const { identity } = state.profile
  const box = { x: 14, y: contentTop - view.scroll, width: view.width - 28, height: 70 }
  pen.box(box, pen.downward(box, '#4d86ff', '#2f62ee'), 18)
  pen.disc({ x: box.x + 38, y: box.y + 35 }, 21, '#ffffff33')
  const initial = { x: box.x + 38, y: box.y + 35 }
  pen.text(identity.brand.slice(0, 1).toUpperCase(), initial, {
    ...{ size: 20, bold: true, colour: '#ffffff', align: 'center' as const },
  })
  pen.text(
    `${identity.brand} ${identity.model}`,
    { x: box.x + 72, y: box.y + 26 },
    {
      ...{ size: 16, bold: true, colour: '#ffffff', maxWidth: box.width - 90 },
    },
  )
  pen.text(identity.osVersion, { x: box.x + 72, y: box.y + 47 }, { size: 12, colour: '#ffffffcc' })
}

function summaryOf(section: SettingsSection, { state, texts }: Scene): string {
  const { wifi, brightness } = state.apps.settings
  if (section === 'network') return wifi ? 'Office-5G' : texts.mobileData
  if (section === 'battery') return `${Math.round(state.body.battery)}%`
  if (section === 'display') return `${Math.round(brightness * 100)}%`
  return ''
}
