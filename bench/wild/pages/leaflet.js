import L from 'leaflet';
import 'leaflet/dist/leaflet.css';

const root = document.getElementById('root');
root.style.height = '400px';
const map = L.map(root).setView([51.505, -0.09], 13);
L.tileLayer('/tiles/{z}/{x}/{y}.png', { maxZoom: 19, attribution: 'Tiles of our own' }).addTo(map);
const icon = L.icon({ iconUrl: '/tiles/marker.png', iconSize: [25, 41] });
L.marker([51.5, -0.09], { icon }).addTo(map).bindPopup('Popup of the amber falcon');
L.marker([51.51, -0.1], { icon }).addTo(map).bindPopup('Popup of the cobalt heron');
