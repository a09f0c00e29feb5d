import { useMedia } from '../../ground/theme/media.ts'

const narrow = '(max-width: 599.98px)'

/** Where the names of a screen's tools appear: away from the phone, which is to their left unless it is narrow. */
export const useToolSide = (): 'left' | 'right' => (useMedia(narrow) ? 'left' : 'right')

/** Where the tools open what they show: beside them, where the page keeps room for it, or above them if it is narrow. */
export const usePopoverSide = (): 'top' | 'right' => (useMedia(narrow) ? 'top' : 'right')

/** The name of a tool, which may lie over the tool beside it: it takes no click from that one. */
export const toolHint = { mouseLeaveDelay: 0, styles: { root: { pointerEvents: 'none' } } } as const
