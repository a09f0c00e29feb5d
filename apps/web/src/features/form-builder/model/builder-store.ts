import { FormDocument, maxFormJson, maxFormParts, ReceivedForm } from '@fleetdeck/contract/forms'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { create } from 'zustand'
import { keepDraft, readDraft } from '../../../ground/drafts.ts'
import { hasText } from '../../../ground/language.ts'
import { useSession } from '../../../ground/session-store.ts'
import { type BuiltForm, emptyForm, type FormItem, fromDocument, toDocument } from './form-items.ts'
import {
  cloneItem,
  findItem,
  findPlace,
  inOrder,
  type Place,
  stepFrom,
  withItemChanged,
  withItemInserted,
  withItemMoved,
  withoutItem,
} from './item-tree.ts'

const place = 'formBuilder'
const maxSteps = 100

interface BuilderState {
  form: BuiltForm
  /** Id of the saved form that is edited. */
  savedId: number | undefined
  chosenId: string | undefined
  past: BuiltForm[]
  future: BuiltForm[]
}

/** The text key of the first error; undefined if the form is valid. */
export function findFormError(document: FormDocument): TextKey | undefined {
  const checked = FormDocument.safeParse(document)
  return checked.success ? undefined : errorText(checked.error.issues[0]?.message)
}

const errorText = (message = ''): TextKey => (hasText(message) ? message : 'form.notAForm')

/** Parses a form from JSON, or returns its error. */
export function readForm(json: string): { form: BuiltForm } | { wrong: TextKey } {
  if (json.length > maxFormJson) return { wrong: 'form.tooLarge' }
  try {
    const checked = ReceivedForm.safeParse(JSON.parse(json))
    if (checked.success) return { form: fromDocument(checked.data) }
    return { wrong: errorText(checked.error.issues[0]?.message) }
  } catch {
    return { wrong: 'form.notJson' }
  }
}

/** The user's form of the last visit; an invalid one is ignored. */
function restore(): BuilderState {
  const { content, savedId } = readDraft<Record<string, unknown>>(place)?.values ?? {}
  const read = readForm(JSON.stringify(content ?? null))
  const known = 'form' in read
  return {
    form: known ? read.form : emptyForm,
    savedId: known && typeof savedId === 'number' ? savedId : undefined,
    chosenId: undefined,
    past: [],
    future: [],
  }
}

export const useBuilder = create<BuilderState>(restore)

function save() {
  clearTimeout(waiting)
  waiting = undefined
  const { form, savedId } = useBuilder.getState()
  if (useSession.getState().view === null) keepDraft(place, { content: toDocument(form), savedId }, '')
}

let waiting: ReturnType<typeof setTimeout> | undefined
// Delayed, because storing a large form takes as long as rendering it.
useBuilder.subscribe(({ form, savedId }, before) => {
  if (form !== before.form || savedId !== before.savedId) waiting ??= setTimeout(save, 500)
})
/** Stores the draft without its delay; for when the page is left. */
export function saveWaiting(): void {
  if (waiting !== undefined) save()
}
window.addEventListener('pagehide', saveWaiting)
let owner = useSession.getState().user?.userName
useSession.subscribe(({ user }) => {
  if (!user || user.userName === owner) return
  owner = user.userName
  useBuilder.setState(restore())
  clearTimeout(waiting)
  waiting = undefined
})

/** The input of the last step: consecutive typing into it is one undo step. */
let typedInto = ''

/** Applies a change that can be undone. */
function step(change: Partial<BuiltForm>, chosenId = useBuilder.getState().chosenId) {
  typedInto = ''
  useBuilder.setState(({ form, past }) => ({
    form: { ...form, ...change },
    past: [...past.slice(-maxSteps + 1), form],
    future: [],
    chosenId,
  }))
}

const items = () => useBuilder.getState().form.items

export const choose = (chosenId: string | undefined) => useBuilder.setState({ chosenId })
export function changeItem(id: string, change: object) {
  const into = `${id} ${Object.keys(change).join()}`
  const next = withItemChanged(items(), id, change)
  if (into === typedInto) useBuilder.setState(({ form }) => ({ form: { ...form, items: next }, future: [] }))
  else step({ items: next })
  typedInto = into
}

export const changeForm = (change: Partial<BuiltForm>) => step(change)

/** Replaces the form; undo restores the previous one. */
export function openForm(form: BuiltForm, savedId?: number) {
  step(form, undefined)
  useBuilder.setState({ savedId, chosenId: undefined })
}

/** False if the position is invalid: too deep, or too many parts. */
export function addItem(item: FormItem, place = afterChosen()): boolean {
  const next = withItemInserted(items(), item, place)
  if (!next || inOrder(next).length > maxFormParts) return false
  step({ items: next }, item.id)
  return true
}

/** After the selected part, at the end of a selected row, else at the end of the form. */
function afterChosen(): Place {
  const { chosenId, form } = useBuilder.getState()
  const chosen = findItem(form.items, chosenId)
  if (chosen?.kind === 'row') return { rowId: chosen.id, index: chosen.children.length }
  const place = chosen && findPlace(form.items, chosen.id)
  return place ? { ...place, index: place.index + 1 } : { rowId: undefined, index: form.items.length }
}

export function moveItem(id: string, to: Place | undefined): boolean {
  const next = to && withItemMoved(items(), id, to)
  if (next) step({ items: next }, id)
  return next !== undefined
}

export const moveBy = (id: string, by: -1 | 1) => moveItem(id, stepFrom(items(), id, by))

export function copyItem(id: string): boolean {
  const item = findItem(items(), id)
  const place = findPlace(items(), id)
  return item && place ? addItem(cloneItem(item, items()), { ...place, index: place.index + 1 }) : false
}

export function removeItem(id: string) {
  const order = inOrder(items())
  const at = order.findIndex((item) => item.id === id)
  const next = withoutItem(items(), id)
  step({ items: next }, (order[at - 1] ?? inOrder(next)[0])?.id)
}

export function undo() {
  typedInto = ''
  useBuilder.setState(({ past, form, future }) => {
    const before = past.at(-1)
    return before ? { form: before, past: past.slice(0, -1), future: [form, ...future] } : {}
  })
}

export function redo() {
  typedInto = ''
  useBuilder.setState(({ past, form, future: [next, ...future] }) =>
    next ? { form: next, past: [...past, form], future } : {},
  )
}
