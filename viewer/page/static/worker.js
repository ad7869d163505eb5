// Shows nothing by itself: the page shows "your turn" through it, and a click leads to the page.
self.onnotificationclick = (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
    const page = pages.find((one) => one.url === event.notification.data);
    return page ? page.focus() : self.clients.openWindow(event.notification.data);
  }));
};
