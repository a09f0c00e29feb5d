import { create } from 'zustand'
import { errorMessage } from './message-of.ts'

/** A transfer in progress, or just finished. */
export interface TrayTask {
  id: number
  kind: 'upload' | 'download' | 'batch'
  name: string
  /** Bytes, or devices; total is 0 while unknown. */
  loaded: number
  total: number
  state: 'running' | 'done' | 'failed'
  /** Why it failed. */
  reason?: string
  cancel: () => void
  /** Opens its details. */
  open?: () => void
}

let lastId = 0
const shownWhenDoneMs = 10_000

/** Transfers in progress, shown in the header, so that the user can leave the page during this time. */
export const useTaskTray = create<{ tasks: TrayTask[] }>(() => ({ tasks: [] }))

type NewTask = Pick<TrayTask, 'kind' | 'name' | 'cancel' | 'open'>

function addTask(task: NewTask): number {
  lastId += 1
  const added: TrayTask = { ...task, id: lastId, loaded: 0, total: 0, state: 'running' }
  useTaskTray.setState(({ tasks }) => ({ tasks: [added, ...tasks] }))
  return added.id
}

function changeTask(id: number, change: Partial<TrayTask>) {
  useTaskTray.setState(({ tasks }) => ({
    tasks: tasks.map((task) => (task.id === id ? { ...task, ...change } : task)),
  }))
}

function removeTask(id: number) {
  useTaskTray.setState(({ tasks }) => ({ tasks: tasks.filter((task) => task.id !== id) }))
}

export function removeEndedTasks() {
  useTaskTray.setState(({ tasks }) => ({ tasks: tasks.filter((task) => task.state === 'running') }))
}

/** Shows a transfer in the tray while it runs and a little longer; failures stay until cleared. */
export async function trackTask<T>(
  task: NewTask,
  run: (progress: (loaded: number, total: number) => void) => Promise<T>,
): Promise<T> {
  const id = addTask(task)
  try {
    const result = await run((loaded, total) => changeTask(id, { loaded, total }))
    changeTask(id, { state: 'done' })
    setTimeout(() => removeTask(id), shownWhenDoneMs)
    return result
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') removeTask(id)
    else changeTask(id, { state: 'failed', reason: errorMessage(error) })
    throw error
  }
}
