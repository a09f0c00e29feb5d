import { contentTop, type View } from '../../app-logic.ts'
import { type ClubTab, tabBar, tabTargets } from '../../apps/club/layout.ts'
import { adPanel, type ClubState } from '../../apps/club.ts'
import { drawPageTitle, drawTitle } from '../elements.ts'
import { glyphs } from '../glyphs.ts'
import { card, line, paper, softInk } from '../palette.ts'
import type { Pen } from '../pen.ts'
import { type AppPicture, pressedIn, type Scene } from '../scene.ts'
import { drawCheckIn } from './club/check-in-picture.ts'
import { brand } from './club/club-pen.ts'
import { drawFeed } from './club/feed-picture.ts'
import { drawChat, drawChats } from './club/messages-picture.ts'
import { drawPrices } from './club/prices-picture.ts'
import { drawSignUp } from './club/sign-up-picture.ts'

const faces: Record<ClubTab, string> = {
  feed: glyphs.list,
  prices: glyphs.tag,
  messages: glyphs.chat,
  checkin: glyphs.calendar,
  signup: glyphs.person,
}

export const clubPicture: AppPicture<ClubState> = {
  draw: (pen, state, view, scene) => {
    pen.box({ x: 0, y: 0, width: view.width, height: view.height }, paper)
    drawPage(pen, state, view, scene)
    if (state.hasAd) drawAd(pen, view, scene)
  },
}

function drawPage(pen: Pen, state: ClubState, view: View, scene: Scene): void {
  const { club } = scene.texts
  if (state.chat !== undefined) {
    drawChat(pen, state, view, scene)
    drawPageTitle(pen, club.chats[state.chat] ?? '')
    return
  }
  const bar = tabBar(view)
  const visible = { x: 0, y: contentTop - 6, width: view.width, height: bar.y - contentTop + 6 }
  pen.within(visible, 0, () => {
    if (state.tab === 'feed') drawFeed(pen, state, view, scene)
    else if (state.tab === 'prices') drawPrices(pen, view, scene)
    else if (state.tab === 'messages') drawChats(pen, state, view, scene)
    else if (state.tab === 'checkin') drawCheckIn(pen, state, view, scene)
    else drawSignUp(pen, state, view, scene)
  })
  const hint = state.tab === 'prices' ? club.priceHint : undefined
  drawTitle(pen, club.titles[state.tab], hint)
  drawTabs(pen, state, view, scene)
}

function drawTabs(pen: Pen, state: ClubState, view: View, { texts }: Scene): void {
  const bar = tabBar(view)
  pen.box(bar, card)
  pen.box({ ...bar, height: 1 }, line)
  for (const { id, x, y, width } of tabTargets(view)) {
    const tab = id.slice('tab_'.length) as ClubTab
    const colour = tab === state.tab ? brand : softInk
    const centre = x + width / 2
    pen.glyph(faces[tab], { x: centre - 11, y: y + 8, width: 22, height: 22 }, colour)
    const style = { size: 11, colour, align: 'center' as const, bold: tab === state.tab }
    pen.text(texts.club.tabs[tab], { x: centre, y: y + 42 }, style)
  }
}

function drawAd(pen: Pen, view: View, scene: Scene): void {
  const { club } = scene.texts
  const { panel, close } = adPanel(view)
  pen.box({ x: 0, y: 0, width: view.width, height: view.height }, 'rgba(15, 18, 28, 0.55)')
  pen.box(panel, pen.downward(panel, '#ff8a5c', brand), 22)
  pen.within(panel, 22, () => {
    pen.disc({ x: panel.x + panel.width - 40, y: panel.y + 40 }, 90, 'rgba(255, 255, 255, 0.10)')
  })
  const centre = panel.x + panel.width / 2
  const white = { colour: '#ffffff', align: 'center' as const }
  pen.text(club.ad, { x: centre, y: panel.y + 88 }, { size: 30, bold: true, ...white })
  pen.text(club.adText, { x: centre, y: panel.y + 134 }, { size: 16, ...white })
  const button = { x: centre - 76, y: panel.y + 192, width: 152, height: 44 }
  pen.box(button, '#ffffff', 22)
  pen.text(
    club.adButton,
    { x: centre, y: button.y + 22 },
    { size: 15, bold: true, colour: brand, align: 'center' },
  )
  pen.disc(
    { x: close.x + 13, y: close.y + 13 },
    11,
    pressedIn(scene) === 'ad_close' ? 'rgba(0, 0, 0, 0.35)' : 'rgba(0, 0, 0, 0.18)',
  )
  pen.text('×', { x: close.x + 13, y: close.y + 13 }, { size: 15, ...white })
}
