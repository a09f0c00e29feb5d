import { useMedia } from '../../ground/theme/media.ts'

/** Where the tools of a screen open what they show: away from the phone, which is to their left unless it is narrow. */
export const useToolSide = (): 'left' | 'right' => (useMedia('(max-width: 599.98px)') ? 'left' : 'right')

/** The name of a tool, which may lie over the tool beside it: it takes no click from that one. */
export const toolHint = { mouseLeaveDelay: 0, styles: { root: { pointerEvents: 'none' } } } as const
