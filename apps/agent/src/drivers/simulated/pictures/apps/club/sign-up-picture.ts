import type { View } from '../../../app-logic.ts'
import { agreeBox, formField, formFields, signUpButton } from '../../../apps/club/sign-up.ts'
import type { ClubState } from '../../../apps/club.ts'
import { glyphs } from '../../glyphs.ts'
import { green, ink, red } from '../../palette.ts'
import type { Pen } from '../../pen.ts'
import { pressedIn, type Scene } from '../../scene.ts'
import { brand, drawField, drawMainButton, soft } from './club-pen.ts'

export function drawSignUp(pen: Pen, state: ClubState, view: View, scene: Scene): void {
  const { club } = scene.texts
  const { form } = state
  const pressed = pressedIn(scene)
  if (form.isDone) {
    const centre = { x: view.width / 2, y: formField(view, 0).y + 62 }
    pen.disc(centre, 38, '#e3f6ec')
    pen.glyph(glyphs.check, { x: centre.x - 20, y: centre.y - 20, width: 40, height: 40 }, green)
    const welcome = club.welcome.replace('{0}', () => form.name)
    const title = { x: centre.x, y: centre.y + 72 }
    const style = { size: 20, bold: true, colour: ink, align: 'center' as const, maxWidth: view.width - 40 }
    pen.text(welcome, title, style)
    pen.text(club.welcomeHint, { x: centre.x, y: centre.y + 102 }, { ...soft(14), align: 'center' })
    drawMainButton(pen, signUpButton(view), club.again, { pressed: pressed === 'again' })
    return
  }
  for (const [index, name] of formFields.entries()) {
    const rect = formField(view, index)
    pen.text(club.fields[name], { x: rect.x, y: rect.y - 14 }, { size: 13, bold: true, colour: ink })
    const text = name === 'password' ? '•'.repeat([...form.password].length) : form[name]
    const wrong = (form.problem === 'taken' ? 'name' : form.problem) === name
    drawField(pen, rect, { text, hint: club.hints[name], focused: state.field === name, wrong })
  }
  drawAgreement(pen, state, view, scene)
  const button = signUpButton(view)
  if (form.problem)
    pen.text(
      club.problems[form.problem],
      { x: view.width / 2, y: button.y - 18 },
      { size: 13, colour: red, align: 'center' },
    )
  drawMainButton(pen, button, club.signUp, { pressed: pressed === 'sign_up' })
}

function drawAgreement(pen: Pen, { form }: ClubState, view: View, { texts }: Scene): void {
  const row = agreeBox(view)
  const middle = row.y + row.height / 2
  const box = { x: row.x, y: middle - 10, width: 20, height: 20 }
  pen.box(box, form.agreed ? brand : '#ffffff', 6)
  if (form.agreed) pen.glyph(glyphs.check, { x: box.x + 3, y: box.y + 3, width: 14, height: 14 }, '#ffffff')
  else pen.outline(box, form.problem === 'agree' ? red : '#c3c9d6', 6, 1.4)
  pen.text(
    texts.club.agree,
    { x: row.x + 30, y: middle },
    { size: 14, colour: ink, maxWidth: row.width - 34 },
  )
}
