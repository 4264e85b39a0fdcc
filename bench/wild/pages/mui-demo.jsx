import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Alert,
  AppBar,
  Autocomplete,
  Avatar,
  BottomNavigation,
  BottomNavigationAction,
  Button,
  Card,
  CardActions,
  CardContent,
  Checkbox,
  Chip,
  Collapse,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Drawer,
  FormControl,
  FormControlLabel,
  InputLabel,
  List,
  ListItemButton,
  ListItemText,
  Menu,
  MenuItem,
  Pagination,
  Popover,
  Radio,
  RadioGroup,
  Rating,
  Select,
  Slider,
  Snackbar,
  Stack,
  Step,
  StepLabel,
  Stepper,
  Switch,
  Tab,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TablePagination,
  TableRow,
  TableSortLabel,
  Tabs,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Toolbar,
  Tooltip,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { named, names } from './words.ts';

function Sections() {
  const [tab, setTab] = useState(0);
  return (
    <section>
      <Tabs value={tab} onChange={(_, value) => setTab(value)}>
        {['Summary', 'History', 'Contact'].map((label) => (
          <Tab key={label} label={label} />
        ))}
      </Tabs>
      <Typography>{`Panel of the ${named(100 + tab)}`}</Typography>
      {[0, 1, 2].map((at) => (
        <Accordion key={at} slotProps={{ transition: { unmountOnExit: true } }}>
          <AccordionSummary>{`Question ${['one', 'two', 'three'][at]}`}</AccordionSummary>
          <AccordionDetails>{`Answer of the ${named(110 + at)}`}</AccordionDetails>
        </Accordion>
      ))}
    </section>
  );
}

function Overlays() {
  const [anchor, setAnchor] = useState(null);
  const [card, setCard] = useState(null);
  const [open, setOpen] = useState('');
  const [more, setMore] = useState(false);
  return (
    <section>
      <Button onClick={(event) => setAnchor(event.currentTarget)}>Menu</Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        {names(120, 3).map((name) => (
          <MenuItem key={name} onClick={() => setAnchor(null)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
      <Button onClick={(event) => setCard(event.currentTarget)}>Popover</Button>
      <Popover open={Boolean(card)} anchorEl={card} onClose={() => setCard(null)}>
        <Typography>{`Popover of the ${named(125)}`}</Typography>
      </Popover>
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Dialog open={open === 'dialog'} onClose={() => setOpen('')}>
        <DialogTitle>{`Dialog of the ${named(126)}`}</DialogTitle>
        <DialogContent>Are you sure?</DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen('')}>Agree</Button>
        </DialogActions>
      </Dialog>
      <Button onClick={() => setOpen('drawer')}>Drawer</Button>
      <Drawer open={open === 'drawer'} onClose={() => setOpen('')}>
        <List>
          {names(130, 3).map((name) => (
            <ListItemButton key={name} onClick={() => setOpen('')}>
              <ListItemText primary={name} />
            </ListItemButton>
          ))}
        </List>
      </Drawer>
      <Button onClick={() => setOpen('bar')}>Snackbar</Button>
      <Snackbar open={open === 'bar'} autoHideDuration={6000} onClose={() => setOpen('')}>
        <Alert severity="success">{`Saved the ${named(127)}`}</Alert>
      </Snackbar>
      <Tooltip title={`Tooltip of the ${named(128)}`}>
        <Button>Hover</Button>
      </Tooltip>
      <Card>
        <CardContent>
          <Avatar>A</Avatar>
          <Chip label="Chip" onClick={() => {}} onDelete={() => {}} />
        </CardContent>
        <CardActions>
          <Button onClick={() => setMore(!more)}>Learn more</Button>
        </CardActions>
        <Collapse in={more} unmountOnExit>
          <CardContent>{`Method of the ${named(129)}`}</CardContent>
        </Collapse>
      </Card>
    </section>
  );
}

function Inputs() {
  const [age, setAge] = useState('');
  const [view, setView] = useState('list');
  return (
    <section>
      <Slider defaultValue={30} aria-label="Volume" />
      <Switch />
      <Rating defaultValue={2} />
      <FormControlLabel control={<Checkbox />} label="Label" />
      <RadioGroup defaultValue="a">
        <FormControlLabel value="a" control={<Radio />} label="First" />
        <FormControlLabel value="b" control={<Radio />} label="Second" />
      </RadioGroup>
      <TextField label="Name" />
      <ToggleButtonGroup exclusive value={view} onChange={(_, value) => setView(value)}>
        <ToggleButton value="list">List</ToggleButton>
        <ToggleButton value="grid">Grid</ToggleButton>
      </ToggleButtonGroup>
      <FormControl sx={{ minWidth: 120 }}>
        <InputLabel>Age</InputLabel>
        <Select label="Age" value={age} onChange={(event) => setAge(event.target.value)}>
          {names(140, 3).map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </Select>
      </FormControl>
      <Autocomplete
        options={names(145, 4)}
        sx={{ width: 300 }}
        renderInput={(input) => <TextField {...input} label="Animal" />}
      />
    </section>
  );
}

function Rows() {
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(5);
  const [down, setDown] = useState(false);
  const all = names(160, 15);
  const rows = (down ? [...all].reverse() : all).slice(page * size, (page + 1) * size);
  return (
    <section>
      <Table>
        <TableHead>
          <TableRow>
            <TableCell>
              <TableSortLabel active direction={down ? 'desc' : 'asc'} onClick={() => setDown(!down)}>
                Name
              </TableSortLabel>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((name) => (
            <TableRow key={name} hover>
              <TableCell>{name}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <TablePagination
        component="div"
        rowsPerPageOptions={[5, 10]}
        count={15}
        page={page}
        rowsPerPage={size}
        onPageChange={(_, value) => setPage(value)}
        onRowsPerPageChange={(event) => {
          setSize(Number(event.target.value));
          setPage(0);
        }}
      />
    </section>
  );
}

function Ways() {
  const [step, setStep] = useState(0);
  const [place, setPlace] = useState(0);
  const [page, setPage] = useState(1);
  return (
    <section>
      <Stepper activeStep={step}>
        {['Cart', 'Address', 'Payment'].map((label) => (
          <Step key={label}>
            <StepLabel>{label}</StepLabel>
          </Step>
        ))}
      </Stepper>
      <Typography>{`Step of the ${named(180 + step)}`}</Typography>
      <Button disabled={step === 0} onClick={() => setStep(step - 1)}>
        Back
      </Button>
      <Button disabled={step === 2} onClick={() => setStep(step + 1)}>
        Continue
      </Button>
      <BottomNavigation showLabels value={place} onChange={(_, value) => setPlace(value)}>
        <BottomNavigationAction label="Recents" />
        <BottomNavigationAction label="Favorites" />
        <BottomNavigationAction label="Nearby" />
      </BottomNavigation>
      <Typography>{`Place of the ${named(190 + place)}`}</Typography>
      <Typography>{`Sheet of the ${named(200 + page)}`}</Typography>
      <Pagination count={3} page={page} onChange={(_, value) => setPage(value)} />
    </section>
  );
}

createRoot(document.getElementById('root')).render(
  <Stack spacing={2}>
    <AppBar position="static">
      <Toolbar>
        <Typography variant="h6">Many components</Typography>
      </Toolbar>
    </AppBar>
    <Sections />
    <Overlays />
    <Inputs />
    <Rows />
    <Ways />
  </Stack>,
);
