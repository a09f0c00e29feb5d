import { contentTop, type Target, type View } from '../../app-logic.ts'
import type { Rect } from '../../geometry.ts'
import { margin } from './layout.ts'

export const formFields = ['name', 'phone', 'password'] as const
export type FormField = (typeof formFields)[number]

export interface SignUp {
  name: string
  phone: string
  password: string
  agreed: boolean
  /** What is wrong with the form, after it was sent. */
  problem?: FormField | 'agree' | 'taken'
  isDone: boolean
}

export const emptyForm: SignUp = { name: '', phone: '', password: '', agreed: false, isDone: false }

const fieldHeight = 46
const fieldStep = 78

export const formField = ({ width }: View, index: number): Rect => ({
  x: margin,
  y: contentTop + 24 + index * fieldStep,
  width: width - 2 * margin,
  height: fieldHeight,
})
export const agreeBox = (view: View): Rect => ({ ...formField(view, 3), y: contentTop + 242, height: 36 })
export const signUpButton = (view: View): Rect => ({ ...formField(view, 3), y: contentTop + 314, height: 48 })

export function formTargets(view: View, { isDone }: SignUp): Target[] {
  if (isDone) return [{ id: 'again', ...signUpButton(view) }]
  return [
    ...formFields.map((id, index) => ({ id, ...formField(view, index) })),
    { id: 'agree', ...agreeBox(view) },
    { id: 'sign_up', ...signUpButton(view) },
  ]
}

function problemOf({ name, phone, password, agreed }: SignUp, members: readonly string[]): SignUp['problem'] {
  if (name.trim() === '') return 'name'
  if (!/^\d{10,11}$/.test(phone)) return 'phone'
  if ([...password].length < 6) return 'password'
  if (!agreed) return 'agree'
  return members.includes(name.trim()) ? 'taken' : undefined
}

/** The form as it is shown after it was sent; the names of the members are taken. */
export function send(form: SignUp, members: readonly string[]): SignUp {
  const { problem: _before, ...rest } = form
  const problem = problemOf(form, members)
  return problem ? { ...rest, problem } : { ...rest, isDone: true }
}
