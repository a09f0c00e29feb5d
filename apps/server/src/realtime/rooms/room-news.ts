import type { RoomNews } from '../bus/messages.ts'
import type { ViewerSession } from './viewer-session.ts'

type NewsReaders = {
  [Kind in RoomNews['kind']]: (news: Extract<RoomNews, { kind: Kind }>, viewer: ViewerSession) => void
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

export function readRoomNews(news: RoomNews, viewer: ViewerSession): void {
  const read = readers[news.kind] as (news: RoomNews, viewer: ViewerSession) => void
  read(news, viewer)
}
