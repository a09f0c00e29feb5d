import { ToolOutlined } from '@ant-design/icons'
import { Button, Drawer, Skeleton, Tooltip } from 'antd'
import { Suspense, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useMedia } from '../../ground/theme/media.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import type { ScreenState } from '../../realtime/screen/screen-state.ts'
import type { PhoneFiles } from '../screen/use-phone-files.ts'
import { toolHint } from '../screen/use-tool-side.ts'

const ToolTabs = lazyPart(async () => (await import('./ToolTabs.tsx')).ToolTabs)

const width = 400
/** The head of the phone's own window stays usable. */
const headHeight = 48

interface ToolsButtonProps {
  deviceNo: string
  session: ScreenSession | undefined
  state: ScreenState
  files: PhoneFiles | undefined
  /** Where the phone is not. */
  side: 'left' | 'right'
  /** Of the button's name. */
  hintSide?: 'left' | 'right' | 'top'
}

/** Apps, files, system log and place of the phone, beside the screen, which stays usable. */
export function ToolsButton({ deviceNo, session, state, files, side, hintSide = 'top' }: ToolsButtonProps) {
  const t = useText()
  const isNarrow = useMedia('(max-width: 599.98px)')
  const [isOpen, setOpen] = useState(false)
  const isLive = state.phase === 'live'
  if (state.watches) return null
  return (
    <>
      <Tooltip title={t('tools.title')} placement={hintSide} {...toolHint}>
        <Button
          type="text"
          icon={<ToolOutlined />}
          aria-label={t('tools.title')}
          aria-pressed={isOpen}
          data-drawer={isOpen}
          disabled={!isLive && !isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </Tooltip>
      <Drawer
        open={isOpen}
        size={isNarrow ? '60%' : width}
        placement={isNarrow ? 'bottom' : side}
        mask={false}
        destroyOnHidden
        rootStyle={{ insetBlockStart: side === 'right' && !isNarrow ? headHeight : 0 }}
        title={t('tools.titleOf', { device: deviceNo })}
        styles={{ body: { paddingTop: 4 } }}
        onClose={() => setOpen(false)}
      >
        <Suspense fallback={<Skeleton active />}>
          {session && <ToolTabs deviceNo={deviceNo} session={session} state={state} files={files} />}
        </Suspense>
      </Drawer>
    </>
  )
}
