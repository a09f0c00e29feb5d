import { Button } from 'antd'
import { useId } from 'react'
import { feedback } from '../api/feedback.ts'
import { undoSeconds } from '../ground/constants.ts'
import { useText } from '../ground/language.ts'

/** Shows what was done, with an undo button while the notice is visible. */
export function useUndo() {
  const t = useText()
  const key = `undo-${useId()}`
  return async (title: string, undo: () => Promise<unknown>) => {
    const { notification } = await feedback()
    const takeBack = () => {
      notification.destroy(key)
      // A failed call shows its own error.
      undo().catch(() => undefined)
    }
    notification.success({
      key,
      title,
      duration: undoSeconds,
      actions: (
        <Button size="small" onClick={takeBack}>
          {t('device.undo')}
        </Button>
      ),
    })
  }
}
