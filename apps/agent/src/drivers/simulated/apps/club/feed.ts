import type { Target, View } from '../../app-logic.ts'
import type { Rect } from '../../geometry.ts'
import { chosen, isVisible, rowAt } from './layout.ts'

export const postCount = 36
export const postHeight = 128

/** Indexes into the lists of texts. */
export interface Post {
  author: number
  text: number
  topic: number
  likes: number
  hoursAgo: number
}

export const postAt = (index: number): Post => ({
  author: chosen(12, index, 1),
  text: index % 12,
  topic: (index + Math.floor(index / 12) * 4) % 9,
  likes: 3 + chosen(480, index, 3),
  hoursAgo: 1 + Math.floor(index * 1.7),
})

/** The card without its margin. */
export function postCard(view: View, index: number): Rect {
  const row = rowAt(view, index, postHeight)
  return { ...row, height: row.height - 10 }
}

export function likeButton(view: View, index: number): Rect {
  const { x, y, width, height } = postCard(view, index)
  return { x: x + width - 92, y: y + height - 42, width: 84, height: 36 }
}

export function visiblePosts(view: View): number[] {
  return Array.from({ length: postCount }, (_, index) => index).filter((index) =>
    isVisible(postCard(view, index), view),
  )
}

export const feedTargets = (view: View): Target[] =>
  visiblePosts(view).flatMap((index) => [
    { id: `post_${index + 1}`, ...postCard(view, index) },
    { id: `like_${index + 1}`, ...likeButton(view, index) },
  ])
