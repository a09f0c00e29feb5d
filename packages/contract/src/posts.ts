import { z } from 'zod'
import { addCall, editCall, exportCall, pageCall, removeCall, rowCall } from './calls.ts'
import { withAlias, withId } from './crud.ts'
import { pageQuery, status, statusParam, time } from './endpoint.ts'
import { PostId } from './ids.ts'

export const Post = z.object({
  id: PostId,
  postCode: z.string(),
  postName: z.string(),
  postSort: z.number(),
  /** 0 enabled, 1 disabled. */
  status: z.number(),
  remark: z.string(),
  /** The number of users who have it. */
  userCount: z.number(),
  createdAt: time,
})
export type Post = z.output<typeof Post>
/** A post as an option in forms. */
export const PostOption = z.object({ id: PostId, postName: z.string(), status: z.number() })
export type PostOption = z.output<typeof PostOption>

export const PostDraft = z.strictObject({
  postCode: z.string().trim().min(1, 'post.codeRequired').max(64, 'post.codeLength'),
  postName: z.string().trim().min(1, 'post.nameRequired').max(50, 'post.nameLength'),
  postSort: z.int('post.sortRequired').min(0).max(1_000_000),
  status: status.default(0),
  remark: z.string().trim().max(500).default(''),
})

export const PostQuery = pageQuery(
  {
    postCode: z.string().max(64).optional(),
    postName: z.string().max(50).optional(),
    status: statusParam.optional(),
  },
  ['id', 'postCode', 'postName', 'postSort', 'status', 'createdAt', 'userCount'],
)
export type PostQuery = z.output<typeof PostQuery>

const at = '/system/auth'
export const posts = {
  list: pageCall(`${at}/postList`, { row: Post, query: PostQuery }),
  one: rowCall(`${at}/postGet`, { row: Post, permission: 'system/auth/postList' }),
  add: addCall(`${at}/postAdd`, PostDraft),
  edit: editCall(`${at}/postEdit`, withAlias('postId', 'id', withId(PostDraft, PostId))),
  remove: removeCall(`${at}/postDelete`, { row: Post }),
  export: exportCall('/system/post/export', { query: PostQuery, permission: 'system/auth/exportPost' }),
} as const
