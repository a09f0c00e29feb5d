import type { View } from '../../../app-logic.ts'
import { likeButton, postAt, postCard, visiblePosts } from '../../../apps/club/feed.ts'
import type { ClubState } from '../../../apps/club.ts'
import { glyphs } from '../../glyphs.ts'
import { card, ink, softInk } from '../../palette.ts'
import type { Pen } from '../../pen.ts'
import { pressedIn, type Scene } from '../../scene.ts'
import { brand, drawAvatar, soft, wrapText } from './club-pen.ts'

export function drawFeed(pen: Pen, state: ClubState, view: View, scene: Scene): void {
  for (const index of visiblePosts(view)) drawPost(pen, index, { state, view, scene })
}

function drawPost(
  pen: Pen,
  index: number,
  { state, view, scene }: { state: ClubState; view: View; scene: Scene },
): void {
  const { club } = scene.texts
  const post = postAt(index)
  const box = postCard(view, index)
  const author = club.authors[post.author] ?? ''
  pen.box(box, card, 16)
  drawAvatar(pen, author, post.author, { x: box.x + 32, y: box.y + 30, radius: 17 })
  pen.text(author, { x: box.x + 58, y: box.y + 23 }, { size: 14, bold: true, colour: ink })
  const age = club.hoursAgo.replace('{0}', String(post.hoursAgo))
  pen.text(age, { x: box.x + 58, y: box.y + 41 }, soft(11))
  const words = (club.posts[post.text] ?? '').replace('{0}', club.topics[post.topic] ?? '')
  const lines = wrapText(pen, words, box.width - 32, 15).slice(0, 2)
  lines.forEach((line, row) => {
    pen.text(line, { x: box.x + 16, y: box.y + 66 + row * 20 }, { size: 15, colour: ink })
  })
  const liked = state.liked.includes(index + 1)
  const button = likeButton(view, index)
  if (pressedIn(scene) === `like_${index + 1}`) pen.box(button, '#f1f3f8', 18)
  const middle = button.y + button.height / 2
  const right = button.x + button.width - 12
  const count = String(post.likes + (liked ? 1 : 0))
  const colour = liked ? brand : softInk
  pen.text(count, { x: right, y: middle }, { size: 13, colour, align: 'right' })
  const heart = right - pen.measureWidth(count, 13) - 24
  pen.glyph(
    liked ? glyphs.heart : glyphs.heartOutline,
    { x: heart, y: middle - 9, width: 18, height: 18 },
    colour,
  )
}
