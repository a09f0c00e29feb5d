import type { ScriptApiCatalogue } from './en.ts'

export const zhtw: ScriptApiCatalogue = {
  calls: {
    sleep: '等待指定的時間',
    logd: '寫入手機日誌和執行日誌，層級為偵錯',
    logi: '寫入日誌。每秒超過 100 行時腳本會變慢。',
    logw: '寫入日誌，層級為警告',
    loge: '寫入日誌，層級為錯誤',
    setTimeout: '與瀏覽器相同，同時最多 10000 個計時器',
    setInterval: '與瀏覽器相同',
    clearTimeout: '與瀏覽器相同',
    clearInterval: '與瀏覽器相同',
    'console.debug': '同 logd',
    'console.log': '同 logi',
    'console.info': '同 logi',
    'console.warn': '同 logw',
    'console.error': '同 loge',
    'device.size': '螢幕在目前方向下的尺寸',
    'device.tap': '按一下螢幕',
    'device.longTap': '長按螢幕',
    'device.swipe': '從一點滑動到另一點',
    'device.text': '在游標處輸入文字',
    'device.key': '按下按鍵',
    'device.screenshot': '螢幕截圖，base64 編碼的 JPEG',
    'device.color': '一個像素的顏色：#rrggbb',
    'device.findColor': '逐列尋找第一個顏色相符的像素，沒有則為 null',
    'device.cut': '擷取螢幕的一部分，base64 編碼的 PNG。可存入共用資料等處，供以後尋找。',
    'device.findPicture': '第一處相符圖片的中心和尺寸，沒有則為 null',
    'device.texts': '螢幕上的文字',
    'device.findText': '第一個包含指定文字的文字中心，沒有則為 null',
    'device.parts': '螢幕上帶有文字或 ID 的元素',
    'device.findId':
      '第一個具有該 ID 的元素中心，可寫 com.example.shop:id/buy，或簡寫 buy；沒有則為 null。模擬手機的 ID 如 home:id/counter、counter:id/plus。',
    'device.can': '這支手機目前能否做到某項功能',
    'device.launch': '按 ID 開啟應用程式。模擬手機也可用應用程式名稱。',
    'device.shell': '命令列的輸出。真實手機的輸出超過 1 MB 時省略中間部分並註明。',
    'device.status': '電量、記憶體等心跳中的數值',
    'device.clipboard': '剪貼簿中的文字',
    'device.setClipboard': '將文字複製到剪貼簿',
    'ecloud.log': '同 logi',
    'ecloud.getDeviceNo': '裝置編號，未指派時為空',
    'ecloud.getDeviceId': '手機的硬體 ID',
    'ecloud.getCloudUrl': '伺服器位址',
    'ecloud.getTaskInfo': '任務、執行和參數',
    'ecloud.removeScriptFile': '刪除快取的腳本檔案，下次執行重新下載',
    'ecloud.getData': '群組中的資料項',
    'ecloud.getDataPop': '取出資料項的內容，同時從群組中刪除',
    'ecloud.addData': '新增資料項，群組不存在時自動建立',
    'ecloud.updateData': '取代資料項的內容',
    'ecloud.removeData': '刪除一個資料項，或群組中的全部資料項',
    'ecloud.appendOneLineData': '在資料項的內容後附加一行',
    'ecloud.removeOneLineData': '從資料項的內容中刪除一行',
    'ecloud.leaseData': '在一段時間內領用資料項，未按時確認的會退回群組',
    'ecloud.ackData': '確認並刪除領用的資料項',
    'ecloud.returnData': '將領用的資料項退回群組',
    'ecloud.dynamicCreateTable': '建立或修改動態表，未列出的欄會被刪除，所有欄都是文字',
    'ecloud.dynamicQuery': '查詢動態表的列',
    'ecloud.dynamicAdd': '新增一列',
    'ecloud.dynamicUpdate': '修改列',
    'ecloud.dynamicRemove': '刪除列',
    'ecloud.addCache': '新增快取鍵，已存在時傳回 0',
    'ecloud.getCache': '快取鍵的值，沒有則為 null',
    'ecloud.updateCache': '取代已有快取鍵的值',
    'ecloud.updateCacheExpire': '修改快取鍵的到期時間',
    'ecloud.getCacheExpire': '剩餘秒數，負數表示永不到期，0 表示不存在',
    'ecloud.removeCache': '刪除快取鍵',
    'ecloud.appendOneLineCache': '向集合或清單附加一行',
    'ecloud.removeOneLineCache': '從集合或清單中刪除一行',
    'ecloud.incrementCache': '增加計數器（從 0 開始），傳回新的值',
    'ecloud.decrementCache': '減少計數器，傳回新的值',
    'ecloud.popPushCache': '從清單取出一行，並將它或其他內容附加到另一個清單。傳回取出的行，沒有則為 null。',
    'http.request': '呼叫外部伺服器',
  },
  fields: {
    ms: '毫秒',
    timeout: '毫秒',
    'setTimeout.args': '傳給函式的參數',
    'setInterval.args': '傳給函式的參數',
    'device.text.words': '最多 10000 個字元',
    'ScreenshotOptions.scale': '尺寸百分比',
    'ScreenshotOptions.quality': '百分比',
    'Screenshot.jpeg': 'base64',
    'device.findPicture.picture': 'base64 編碼的 PNG 或 JPEG，單位為螢幕像素',
    tolerance: '紅、綠、藍的最大差值',
    share: '圖片中須相符的比例',
    'device.launch.app': '例如 com.example.shop',
    'PhoneStatus.battery': '百分比',
    'PhoneStatus.batteryTemp': '°C',
    'PhoneStatus.sdCardSpace': '位元組',
    'PhoneStatus.sdCardLeftSpace': '位元組',
    'PhoneStatus.totalMemory': '位元組',
    'PhoneStatus.availMemory': '位元組',
    'TaskInfo.valueJson': '按名稱排列的參數，值為文字或文字清單',
    getType: '1 最早，2 最新，3 隨機',
    size: '資料項數量',
    seconds: '退回之前的秒數',
    'DataItemQuery.dataName': '留空表示全部資料項',
    dataType: '1 文字，2 集合，3 清單',
    expireTime: '秒，留空表示永不到期',
    'TableQuery.pageNumber': '-1 表示全部列',
    'TableQuery.fields': '例如 name,age',
    'TableQuery.order': '例如 order by id desc',
    query: '條件，例如 and age > 20',
    search: '各欄的值',
    'CacheMove.pushKey': '目標清單，不存在時自動建立',
    'HttpRequest.body': '非文字時以 JSON 傳送，content-type 請自行設定',
  },
  capabilities: {
    pixels: '讀取螢幕像素',
    elements: '讀取螢幕元素',
    ocr: '在用戶端電腦上辨識文字',
    typing: '輸入英文字母和符號',
    unicodeTyping: '輸入任何語言，真實手機需要 scrcpy 或 ADBKeyboard',
    keys: '按鍵',
    pinch: '雙指手勢，真實手機需要 scrcpy',
    clipboard: '剪貼簿，真實手機需要 scrcpy',
    apps: '開啟和停止應用程式',
    links: '開啟連結',
    intents: 'Android Intent',
    notifications: '其他應用程式的通知',
    rotation: '螢幕方向',
    brightness: '亮度',
    volume: '音量',
    wifi: '開關 Wi-Fi',
    screenPower: '開關螢幕',
    files: '手機上的檔案',
    shell: '命令列',
  },
  missing: '預設 {0}',
  page: {
    intro: `# 腳本函式

腳本使用 JavaScript（ES2023），在手機的沙箱中執行，只能使用此處列出的函式。所有呼叫都是同步的：完成後才傳回。錯誤以 \`Error\`
擲出，可以捕捉。未捕捉的錯誤使執行失敗，並列在「腳本異常」中。參數有誤時擲出的錯誤會說明有效值。

最後一條陳述式的值是執行結果。Promise 會等待完成，沒有剩餘的計時器和 Promise 時執行結束。任務限制執行的記憶體、堆疊和時間。超出限制時，
執行以 \`memory\`、可捕捉的 \`InternalError: stack overflow\` 或 \`timeout\` 失敗。暫停和停止在腳本的任何位置生效，包括呼叫進行中。

手機做不到的操作會擲出錯誤，可先用 \`device.can()\` 查詢。每個呼叫都註明需要的功能。`,
    objects: {
      '': '全域函式',
      console: 'console',
      ecloud: `ecloud：任務和共用資料

資料呼叫只有一個物件參數，伺服器拒絕時擲出伺服器的訊息。資料屬於裝置的擁有者。\`dataKey\` 等同於 \`dataName\`。傳回大於 0
的數字表示成功。動態表的呼叫傳回 \`{ result: { data } }\`，出錯時傳回 \`{ result: { msg } }\`。

不存在的群組、快取或動態表會擲出帶名稱的錯誤，其 \`code\` 為 \`notFound\`。只有 \`addData\` 和 \`addCache\` 會建立；計數器從 0
開始；\`removeData\` 和 \`removeCache\` 傳回 0；\`getCache\` 傳回 null。

無法連線到伺服器時，呼叫會等待並重試，直到伺服器回應，時間以任務的設定為限（10 分鐘，測試執行也一樣），每次修改只執行一次。逾時後擲出錯誤，
說明伺服器位址、原因和時間。執行的時限包括等待。`,
      device: `device：這支手機

位置以像素為單位，從螢幕左上角開始。`,
      http: `http：外部呼叫

只能存取站台參數 \`script.httpHosts\` 中的主機，重新導向也一樣。重新導向到其他主機時只保留 accept 和 content-type。回應最多 8 MB。`,
    },
    capabilities: `手機功能

\`device.can(name)\` 傳回這支手機目前能否做到。`,
    needs: '需要 {0}',
  },
}
