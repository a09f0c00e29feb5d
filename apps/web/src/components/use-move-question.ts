import { useText } from '../ground/language.ts'

/** The question before devices leave a group whose tasks run on them. */
export function useMoveQuestion() {
  const t = useText()
  return {
    title: t('table.questionTitle'),
    okText: t('table.goOn'),
    choice: { field: 'letRun', text: t('task.letScriptsRun'), okText: t('task.stopScripts') },
  }
}
