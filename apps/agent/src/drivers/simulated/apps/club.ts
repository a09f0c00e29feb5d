import type { AppLogic, Target, TargetFacts, View } from '../app-logic.ts'
import { checkInTargets, codeOf, dayOf, hasButton } from './club/check-in.ts'
import { feedTargets, postCount, postHeight } from './club/feed.ts'
import { type ClubTab, chosen, clubTabs, pageEnd, tabTargets } from './club/layout.ts'
import { answerChat, chatListTargets, chatTargets, firstMessages, type Message } from './club/messages.ts'
import { goodsCount, goodsHeight, priceTargets } from './club/prices.ts'
import { emptyForm, type FormField, formTargets, type SignUp, send } from './club/sign-up.ts'

type Field = FormField | 'message' | 'code'

export interface ClubState {
  tab: ClubTab
  /** The open chat. */
  chat?: number
  /** When the page was opened, ms since 1970. */
  openedAt: number
  /** Differs for each phone. */
  seed: number
  /** Pages opened so far; some of them show an advertisement. */
  visits: number
  hasAd: boolean
  /** The field that receives typed text. */
  field?: Field
  form: SignUp
  /** Names that have signed up. */
  members: readonly string[]
  liked: readonly number[]
  chats: readonly (readonly Message[])[]
  message: string
  code: string
  isCodeWrong: boolean
  /** The last day of a check-in, in days since 1970. */
  checkedIn?: number
}

const maxFieldLength = { name: 40, phone: 20, password: 40, message: 300, code: 8 } as const
const isField = (id: string): id is Field => Object.hasOwn(maxFieldLength, id)
/** One of so many pages shows an advertisement. */
const pagesPerAd = 4

/** The advertisement, and its small close button. */
export function adPanel({ width, height }: View) {
  const panel = { x: 36, y: height / 2 - 150, width: width - 72, height: 280 }
  return { panel, close: { x: panel.x + panel.width - 34, y: panel.y + 8, width: 26, height: 26 } }
}

function openPage(state: ClubState, tab: ClubTab, now: number): ClubState {
  const { chat: _closed, field: _left, ...rest } = state
  const visits = state.visits + 1
  return { ...rest, tab, openedAt: now, visits, hasAd: chosen(pagesPerAd, state.seed, visits) === 0 }
}

function pageTargets(state: ClubState, view: View): Target[] {
  if (state.chat !== undefined) return chatTargets(view)
  if (state.tab === 'feed') return feedTargets(view)
  if (state.tab === 'prices') return priceTargets(view)
  if (state.tab === 'messages') return chatListTargets(view)
  if (state.tab === 'signup') return formTargets(view, state.form)
  const isDone = state.checkedIn === dayOf(view.now)
  return checkInTargets(view, { openedAt: state.openedAt, isDone })
}

function targets(state: ClubState, view: View): Target[] {
  const { panel, close } = adPanel(view)
  if (state.hasAd)
    return [
      { id: 'ad', ...panel },
      { id: 'ad_close', ...close },
    ]
  const page = pageTargets(state, view)
  return state.chat === undefined ? [...page, ...tabTargets(view)] : page
}

function facts(state: ClubState, id: string): TargetFacts {
  if (isField(id)) return fieldFacts(state, id)
  const [, kind = id, value = ''] = /^(tab|like|chat|post|goods)_(\w+)$/.exec(id) ?? []
  if (kind === 'tab') return { selected: value === state.tab }
  if (kind === 'like') return { selected: state.liked.includes(Number(value)) }
  if (['chat', 'post', 'goods', 'ad'].includes(kind)) return { type: 'LinearLayout' }
  if (id === 'ad_close' || id === 'back') return { type: 'ImageButton' }
  return id === 'agree' ? { type: 'CheckBox', checked: state.form.agreed } : {}
}

function fieldFacts(state: ClubState, field: Field): TargetFacts {
  const isPassword = field === 'password'
  const text = textIn(state, field)
  return {
    type: 'EditText',
    text: isPassword ? '•'.repeat([...text].length) : text,
    focused: state.field === field,
    password: isPassword,
    hint: ({ club }) => {
      if (field === 'message') return club.messageHint
      return field === 'code' ? club.codeHint : club.hints[field]
    },
  }
}

function tap(state: ClubState, id: string, { now }: View): ClubState {
  if (id === 'ad') return state
  if (id === 'ad_close') return { ...state, hasAd: false }
  const [, kind = id, value = ''] = /^(tab|like|chat)_(\w+)$/.exec(id) ?? []
  if (kind === 'tab') return openPage(state, value as ClubTab, now)
  if (kind === 'like') return like(state, Number(value))
  if (kind === 'chat') return { ...state, chat: Number(value) - 1, field: 'message' }
  if (isField(id)) return { ...state, field: id }
  if (id === 'back') return leaveChat(state)
  if (id === 'send') return sendMessage(state)
  if (id === 'check_in') return checkIn(state, now)
  const { field: _left, ...rest } = state
  if (id === 'agree') return { ...rest, form: { ...state.form, agreed: !state.form.agreed } }
  if (id === 'sign_up') return signUp(rest)
  if (id === 'again') return { ...rest, form: emptyForm }
  return rest
}

function signUp(state: ClubState): ClubState {
  const form = send(state.form, state.members)
  return { ...state, form, members: form.isDone ? [...state.members, form.name.trim()] : state.members }
}

function like(state: ClubState, post: number): ClubState {
  const others = state.liked.filter((other) => other !== post)
  return { ...state, liked: others.length === state.liked.length ? [...others, post] : others }
}

function leaveChat({ chat: _closed, field: _left, ...state }: ClubState): ClubState {
  return state
}

function sendMessage(state: ClubState): ClubState {
  const { chat, message } = state
  if (chat === undefined || message.trim() === '') return state
  const chats = state.chats.map((messages, index) =>
    index === chat ? answerChat(messages, chat, message.trim()) : messages,
  )
  return { ...state, chats, message: '' }
}

function checkIn(state: ClubState, now: number): ClubState {
  if (!hasButton(state.openedAt, now)) return state
  const day = dayOf(now)
  if (state.code !== codeOf(state.seed, day)) return { ...state, isCodeWrong: true }
  const { field: _left, ...rest } = state
  return { ...rest, code: '', isCodeWrong: false, checkedIn: day }
}

const textIn = (state: ClubState, field: Field): string =>
  field === 'message' || field === 'code' ? state[field] : state.form[field]

function fill(state: ClubState, field: Field, value: string): ClubState {
  const text = [...value].slice(0, maxFieldLength[field]).join('')
  if (field === 'message') return { ...state, message: text }
  if (field === 'code') return { ...state, code: text, isCodeWrong: false }
  const { problem: _outdated, ...form } = state.form
  return { ...state, form: { ...form, [field]: text } }
}

function press(state: ClubState, key: string): ClubState | undefined {
  const { field } = state
  if (!field || state.hasAd) return undefined
  if (key === 'enter') return field === 'message' ? sendMessage(state) : state
  return key === 'del' ? fill(state, field, [...textIn(state, field)].slice(0, -1).join('')) : state
}

/** An app to try scripts with: a form, a feed, prices, messages and a daily check-in. */
export const club: AppLogic<ClubState> = {
  initial: {
    ...{ tab: 'feed', openedAt: 0, seed: 0, visits: 0, hasAd: false },
    ...{
      form: emptyForm,
      members: [],
      liked: [],
      chats: firstMessages,
      message: '',
      code: '',
      isCodeWrong: false,
    },
  },
  targets,
  facts,
  tap,
  type: (state, text) =>
    state.field && !state.hasAd ? fill(state, state.field, textIn(state, state.field) + text) : undefined,
  press,
  back: (state) => {
    if (state.hasAd) return { ...state, hasAd: false }
    return state.chat === undefined ? undefined : leaveChat(state)
  },
  page: ({ tab, chat }) => (chat === undefined ? tab : `chat_${chat + 1}`),
  open: (state, page, now) => {
    const tab = clubTabs.find((name) => name === page)
    return tab && openPage(state, tab, now)
  },
  contentHeight: ({ tab, chat }, view) => {
    if (tab === 'feed') return pageEnd(postCount, postHeight)
    return tab === 'prices' && chat === undefined ? pageEnd(goodsCount, goodsHeight) : view.height
  },
  moves: ({ tab }) => tab === 'prices' || tab === 'checkin',
}
