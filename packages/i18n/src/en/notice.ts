import type { SameKeys } from '../catalogue.ts'
import type { notice as zhcn } from '../zhcn/notice.ts'

export const notice: SameKeys<typeof zhcn> = {
  'notice.titleRequired': 'Title cannot be empty',
  'notice.titleLength': 'A title has at most 50 characters',
  'notice.typeRequired': 'Type cannot be empty',
  'notice.contentLength': 'The text is too long; insert pictures by uploading them',
}
