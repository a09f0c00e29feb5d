import type { Selector } from '@fleetdeck/contract/script-api/selector'
import { pause } from '../../back-off.ts'
import type { DeviceDriver } from '../../drivers/device-driver.ts'
import { linePath, type Pixel } from '../../drivers/finger-paths.ts'
import { errorMessage } from '../../notice.ts'
import { type AgentTexts, fill } from '../../texts.ts'
import type { Fingers, Manner } from '../fingers/fingers.ts'
import { linkTree, matchAll, patternsIn, type TreeNode } from './match.ts'
import { nearestWords } from './nearest-words.ts'
import { type Pattern, patterns, SlowPattern } from './patterns.ts'
import { type Condition, describeSelector, toCondition } from './selector.ts'

/** An element as a script gets it; the prelude adds its methods. */
export interface FoundElement {
  id: string
  text: string
  desc: string
  hint: string
  className: string
  package: string
  clickable: boolean
  longClickable: boolean
  checkable: boolean
  checked: boolean
  enabled: boolean
  focusable: boolean
  focused: boolean
  scrollable: boolean
  selected: boolean
  password: boolean
  index: number
  depth: number
  /** The visible part, in pixels. */
  bounds: { x: number; y: number; width: number; height: number }
  centre: Pixel
  /** Which look at the screen found it, and its place in that tree. */
  look: number
  place: number
}

export interface Wait {
  timeout: number
  interval: number
}
export interface Scroll extends Manner {
  within?: Selector | undefined
  direction: 'up' | 'down' | 'left' | 'right'
  maxSwipes: number
  timeout?: number | undefined
}

export interface ElementsDeps {
  driver: DeviceDriver
  fingers: Fingers
  texts: AgentTexts
  /** Aborted when the script has ended: its waits end, too. */
  signal: AbortSignal
}

interface Look {
  number: number
  nodes: TreeNode[]
}

/** The trees of so many looks are stored for the children and parents of their elements. */
const keptLooks = 4
const scrollMs = 400
/** A finger that stays before it lifts does not fling. */
const stopMs = 150
const settleMs = 250
/** The finger moves between these shares of the area. */
const stroke = { from: 0.8, to: 0.2 }
const focusMs = 300
const maxErased = 2000

/** The elements of the phone's screen, found by selectors. */
export class Elements {
  readonly #deps: ElementsDeps
  #looks: Look[] = []
  #count = 0

  constructor(deps: ElementsDeps) {
    this.#deps = deps
  }

  async find(selector: Selector, { timeout, interval }: Wait): Promise<FoundElement | null> {
    const wanted = this.#read(selector)
    const { found } = await this.#until(wanted, { timeout, interval }, (all) => all.length > 0)
    return found[0] ?? null
  }

  async findAll(selector: Selector, maxAge = 0): Promise<FoundElement[]> {
    const wanted = this.#read(selector)
    return this.#matches(wanted, await this.#look(maxAge))
  }

  async exists(selector: Selector, maxAge = 0): Promise<boolean> {
    return (await this.findAll(selector, maxAge)).length > 0
  }

  /** Rejects with what was wanted, and the most similar texts of the screen. */
  async waitFor(selector: Selector, wait: Wait): Promise<FoundElement> {
    const wanted = this.#read(selector)
    const { found, look } = await this.#until(wanted, wait, (all) => all.length > 0)
    const [first] = found
    if (first) return first
    const { texts } = this.#deps
    throw new Error(
      fill(texts.elementMissing, describeSelector(selector), inSeconds(wait.timeout)) +
        this.#shown(wanted, look),
    )
  }

  async waitGone(selector: Selector, wait: Wait): Promise<void> {
    const wanted = this.#read(selector)
    const { found } = await this.#until(wanted, wait, (all) => all.length === 0)
    if (found.length === 0) return
    throw new Error(fill(this.#deps.texts.elementStays, describeSelector(selector), inSeconds(wait.timeout)))
  }

  /** Swipes until the element is on the screen, the end is reached, or there were enough swipes. */
  async scrollTo(
    selector: Selector,
    { within, direction, maxSwipes, timeout = Number.POSITIVE_INFINITY, ...manner }: Scroll,
  ): Promise<FoundElement> {
    const until = performance.now() + timeout
    const wanted = this.#read(selector)
    if (within !== undefined) this.#read(within)
    let before = ''
    for (let swipes = 0; ; swipes += 1) {
      const look = await this.#look()
      const [found] = await this.#matches(wanted, look)
      if (found) return found
      const now = signatureOf(look)
      const isOver = swipes >= maxSwipes || performance.now() >= until || this.#deps.signal.aborted
      if (isOver || now === before) {
        const { texts } = this.#deps
        const words = now === before ? texts.scrolledToEnd : texts.scrolled
        throw new Error(fill(words, describeSelector(selector), String(swipes)) + this.#shown(wanted, look))
      }
      before = now
      await this.#scroll(await this.#areaIn(look, within), direction, manner)
    }
  }

  /** The centre of the visible part. */
  async tapOn(selector: Selector, wait: Wait, manner: Manner = {}): Promise<FoundElement> {
    const found = await this.waitFor(selector, wait)
    await this.#deps.fingers.tap(found.centre, manner)
    return found
  }

  async tree(maxAge = 0): Promise<FoundElement[]> {
    const look = await this.#look(maxAge)
    return look.nodes.map((node) => toFound(node, look))
  }

  children({ look: number, place }: Pick<FoundElement, 'look' | 'place'>): FoundElement[] {
    const { node, look } = this.#known(number, place)
    return node.children.map((child) => toFound(child, look))
  }

  parent({ look: number, place }: Pick<FoundElement, 'look' | 'place'>): FoundElement | null {
    const { node, look } = this.#known(number, place)
    return node.parent ? toFound(node.parent, look) : null
  }

  /** Taps into a field, removes its text and types another one. */
  async setText({ centre, text }: Pick<FoundElement, 'centre' | 'text'>, words: string): Promise<void> {
    const { driver, fingers, texts, signal } = this.#deps
    if (!driver.typeText) throw new Error(fill(texts.unsupported, 'typeText'))
    await fingers.tap(centre)
    await pause(focusMs, signal)
    if (text && driver.eraseText) await driver.eraseText(Math.min(maxErased, text.length))
    if (words) await driver.typeText(words)
  }

  #read(selector: Selector): Condition {
    return toCondition(selector, this.#deps.texts)
  }

  /** A look that fails, as while the screen keeps changing, is repeated within the time, too. */
  async #until(wanted: Condition, { timeout, interval }: Wait, isMet: (found: FoundElement[]) => boolean) {
    const until = performance.now() + timeout
    for (;;) {
      // The last look begins when the time is over.
      const isLast = performance.now() >= until
      let failure: unknown
      try {
        const look = await this.#look()
        const found = await this.#matches(wanted, look)
        if (isMet(found) || isLast) return { found, look }
      } catch (error) {
        failure = error
      }
      if (failure && (isFinal(failure) || isLast)) throw failure
      await pause(Math.min(interval, Math.max(0, until - performance.now())), this.#deps.signal)
      this.#deps.signal.throwIfAborted()
    }
  }

  async #look(maxAge = 0): Promise<Look> {
    const { driver, texts } = this.#deps
    if (!driver.readTree) throw new NoElements(fill(texts.unsupported, 'readTree'))
    const tree = await driver.readTree({ maxAge })
    this.#count += 1
    const look = { number: this.#count, nodes: linkTree(tree) }
    this.#looks = [...this.#looks, look].slice(-keptLooks)
    return look
  }

  async #matches(wanted: Condition, look: Look): Promise<FoundElement[]> {
    const texts = look.nodes.flatMap(({ text, desc }) => [text, desc])
    const found = new Map<Pattern, ReadonlySet<string>>()
    for (const pattern of patternsIn(wanted)) found.set(pattern, await this.#search(pattern, texts))
    const isFound = (pattern: Pattern, text: string) => found.get(pattern)?.has(text) ?? false
    return matchAll(look.nodes, wanted, isFound).map((node) => toFound(node, look))
  }

  async #search(pattern: Pattern, texts: string[]): Promise<ReadonlySet<string>> {
    try {
      return await patterns.search(pattern, texts)
    } catch (error) {
      const { patternSlow, patternWrong } = this.#deps.texts
      throw new WrongPattern(
        error instanceof SlowPattern
          ? fill(patternSlow, error.message)
          : fill(patternWrong, errorMessage(error)),
      )
    }
  }

  async #areaIn(look: Look, within: Selector | undefined): Promise<FoundElement['bounds']> {
    const [area] = within
      ? await this.#matches(this.#read(within), look)
      : [
          look.nodes
            .filter(({ scrollable }) => scrollable)
            .sort((one, other) => other.width * other.height - one.width * one.height)
            .map((node) => toFound(node, look))[0],
        ]
    if (area) return area.bounds
    if (within) throw new Error(fill(this.#deps.texts.elementMissing, describeSelector(within), '0'))
    return { x: 0, y: 0, ...(await this.#deps.driver.readSize()) }
  }

  /** Down shows what is further down: the finger moves up. */
  async #scroll(
    { x, y, width, height }: FoundElement['bounds'],
    direction: Scroll['direction'],
    { human, seed }: Manner,
  ): Promise<void> {
    const { fingers, signal } = this.#deps
    const at = (share: number) =>
      direction === 'up' || direction === 'down'
        ? { x: Math.round(x + width / 2), y: Math.round(y + height * share) }
        : { x: Math.round(x + width * share), y: Math.round(y + height / 2) }
    const isForward = direction === 'down' || direction === 'right'
    const [from, to] = isForward ? [at(stroke.from), at(stroke.to)] : [at(stroke.to), at(stroke.from)]
    if (human) await fingers.swipe(from, to, scrollMs, { human, seed })
    else {
      const [first, ...rest] = linePath(from, to, scrollMs)
      await fingers.gesture([first, ...rest, { ...to, ms: scrollMs + stopMs }])
    }
    await pause(settleMs, signal)
  }

  #known(number: number, place: number) {
    const look = this.#looks.find((kept) => kept.number === number)
    const node = look?.nodes[place]
    if (!look || !node) throw new Error(this.#deps.texts.elementOld)
    return { node, look }
  }

  /** What is on the screen instead. */
  #shown(
    { words, text, textContains, textStartsWith, desc, descContains, id }: Condition,
    look: Look,
  ): string {
    const sought = [words, text, textContains, textStartsWith, desc, descContains, id].find(
      (value) => typeof value === 'string',
    )
    const near = nearestWords(
      sought ?? '',
      look.nodes.map((node) => node.text || node.desc),
    )
    if (near.length === 0) return ''
    return fill(this.#deps.texts.screenShows, near.map((one) => `“${one}”`).join(', '))
  }
}

class WrongPattern extends Error {}
class NoElements extends Error {}
/** Another try would fail, too. */
const isFinal = (error: unknown) => error instanceof WrongPattern || error instanceof NoElements

const inSeconds = (ms: number) => String(Math.round(ms / 100) / 10)

const signatureOf = ({ nodes }: Look): string =>
  nodes.map(({ id, text, desc, x, y }) => [id, text, desc, x, y].join('\t')).join('\n')

function toFound({ type, parent: _around, children: _within, ...node }: TreeNode, look: Look): FoundElement {
  const { x, y, width, height, ...attributes } = node
  return {
    ...attributes,
    className: type,
    bounds: { x, y, width, height },
    centre: { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) },
    look: look.number,
  }
}
