import { Calendar } from '@fullcalendar/core';
import dayGridPlugin from '@fullcalendar/daygrid';
import { names } from './words.ts';

const months = ['2026-02', '2026-03', '2026-04'];
new Calendar(document.getElementById('root'), {
  plugins: [dayGridPlugin],
  initialView: 'dayGridMonth',
  initialDate: '2026-03-10',
  headerToolbar: { left: 'prev,next today', center: 'title', right: 'dayGridMonth,dayGridWeek' },
  events: names(500, 9).map((title, at) => ({
    title,
    start: `${months[at % 3]}-${String(4 + at * 2).padStart(2, '0')}`,
  })),
}).render();
