import type { ClientEvent } from '@fleetdeck/contract/device-socket'
import type { RecordingEnd } from '@fleetdeck/contract/recording-marks'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { RoomFacts, RoomNews, Signal } from '../bus/messages.ts'

/** A page that is told what happens in its room. */
interface RoomViewer {
  readonly id: string
  readonly commands: { end(cmdSubId: string, text?: TextKey, msg?: string): void }
  phoneOnline(session: string): void
  phoneGone(session?: string): void
  seated(): void
  screenStopped(msg: string): void
  showRoom(facts: RoomFacts): void
  signal(frame: Signal): void
  recordingEnded(end: RecordingEnd): void
  commandSent(cmdSubId: string): void
  tell(event: ClientEvent): void
  refuseFrame(key: TextKey): void
}

type NewsReaders = {
  [Kind in RoomNews['kind']]: (news: Extract<RoomNews, { kind: Kind }>, viewer: RoomViewer) => void
}

/** What a phone's server tells about its room, as one page hears it. */
const readers: NewsReaders = {
  online: ({ session }, viewer) => viewer.phoneOnline(session),
  gone: ({ session }, viewer) => viewer.phoneGone(session),
  joined: (news, viewer) => {
    if (news.viewer === viewer.id) viewer.seated()
  },
  refused: (news, viewer) => {
    if (news.viewer === viewer.id) viewer.refuseFrame(news.text)
  },
  clipboard: (news, viewer) => {
    if (news.viewer === viewer.id) viewer.tell({ action: 'clipboard', text: news.text })
  },
  room: ({ kind: _, session, to, ...facts }, viewer) => {
    viewer.phoneOnline(session)
    if (to === undefined || to === viewer.id) viewer.showRoom(facts)
  },
  input: () => {},
  recordingEnded: (news, viewer) => viewer.recordingEnded(news),
  stopped: ({ msg }, viewer) => viewer.screenStopped(msg),
  signal: (news, viewer) => {
    if (news.viewer === viewer.id) viewer.signal(news.frame)
  },
  commandSent: (news, viewer) => {
    if (news.viewer === viewer.id) viewer.commandSent(news.cmdSubId)
  },
  commandRefused: (news, viewer) => {
    if (news.viewer === viewer.id) viewer.commands.end(news.cmdSubId, news.text)
  },
  commandState: ({ cmdSubId, state, msg }, viewer) => {
    if (state === 'failed') viewer.commands.end(cmdSubId, 'phone.commandFailed', msg)
    else viewer.commands.end(cmdSubId)
  },
}

export function readRoomNews(news: RoomNews, viewer: RoomViewer): void {
  const read = readers[news.kind] as (news: RoomNews, viewer: RoomViewer) => void
  read(news, viewer)
}
