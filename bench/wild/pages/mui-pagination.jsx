import { List, ListItem, ListItemText, Pagination, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { names } from './words.ts';

function Pages() {
  const [page, setPage] = useState(1);
  return (
    <Stack spacing={2}>
      <Typography variant="h5">Animals</Typography>
      <List>
        {names((page - 1) * 5, 5).map((name) => (
          <ListItem key={name}>
            <ListItemText primary={name} />
          </ListItem>
        ))}
      </List>
      <Pagination count={10} page={page} onChange={(_, value) => setPage(value)} />
    </Stack>
  );
}

createRoot(document.getElementById('root')).render(<Pages />);
