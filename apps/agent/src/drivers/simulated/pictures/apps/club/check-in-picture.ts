import type { View } from '../../../app-logic.ts'
import {
  checkInButton,
  codeField,
  codeOf,
  codePicture,
  dayOf,
  hasButton,
} from '../../../apps/club/check-in.ts'
import { chosen } from '../../../apps/club/layout.ts'
import type { ClubState } from '../../../apps/club.ts'
import { centreOf } from '../../elements.ts'
import { fontFamily } from '../../fonts.ts'
import { green, ink, red } from '../../palette.ts'
import type { Pen } from '../../pen.ts'
import { pressedIn, type Scene } from '../../scene.ts'
import { drawField, drawMainButton, soft } from './club-pen.ts'

export function drawCheckIn(pen: Pen, state: ClubState, view: View, scene: Scene): void {
  const { club } = scene.texts
  const day = dayOf(view.now)
  drawCode(pen, view, codeOf(state.seed, day))
  const button = checkInButton(view)
  if (state.checkedIn === day) {
    const done = centreOf(codeField(view))
    pen.text(club.checkedIn, done, { size: 16, bold: true, colour: green, align: 'center' })
    return
  }
  const field = codeField(view)
  pen.text(club.code, { x: field.x, y: field.y - 16 }, { size: 13, bold: true, colour: ink })
  const focused = state.field === 'code'
  drawField(pen, field, { text: state.code, hint: club.codeHint, focused, wrong: state.isCodeWrong })
  if (state.isCodeWrong)
    pen.text(club.codeWrong, { x: field.x + 4, y: field.y + field.height + 16 }, { size: 12, colour: red })
  if (hasButton(state.openedAt, view.now))
    drawMainButton(pen, button, club.checkIn, { pressed: pressedIn(scene) === 'check_in' })
  else pen.text(club.checkInSoon, centreOf(button), { ...soft(13), align: 'center' })
}

/** Painted without `pen.text`, so that the tree of elements does not contain it. */
function drawCode(pen: Pen, view: View, code: string): void {
  const { context } = pen
  const box = codePicture(view)
  pen.box(box, pen.downward(box, '#fff3e2', '#ffdcc0'), 18)
  pen.within(box, 18, () => {
    for (let dot = 0; dot < 14; dot++) {
      const at = { x: box.x + chosen(box.width, dot, 1), y: box.y + chosen(box.height, dot, 2) }
      pen.disc(at, 6 + chosen(16, dot, 3), 'rgba(255, 255, 255, 0.5)')
    }
  })
  const step = 52
  const middle = centreOf(box)
  context.save()
  context.font = `700 54px ${fontFamily}`
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  context.fillStyle = '#8a3b1e'
  for (const [place, digit] of [...code].entries())
    context.fillText(digit, middle.x + (place - 1.5) * step, middle.y + 19)
  context.restore()
}
