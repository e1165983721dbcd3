package loadtest

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// usage is what the server's process has used, as its metrics tell.
type usage struct {
	// cpu is in seconds since the start, memory in bytes.
	cpu, memory, goroutines, files float64
}

// readUsage asks the server's admin address, as in http://127.0.0.1:9090.
func readUsage(ctx context.Context, admin string) (usage, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, admin+"/metrics", nil)
	if err != nil {
		return usage{}, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return usage{}, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return usage{}, fmt.Errorf("the metrics answer with status %d", response.StatusCode)
	}
	var u usage
	values := map[string]*float64{
		"process_cpu_seconds_total": &u.cpu, "process_resident_memory_bytes": &u.memory,
		"go_goroutines": &u.goroutines, "process_open_fds": &u.files,
	}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		name, number, _ := strings.Cut(lines.Text(), " ")
		if value := values[name]; value != nil {
			if *value, err = strconv.ParseFloat(number, 64); err != nil {
				return usage{}, fmt.Errorf("the metric %s: %w", name, err)
			}
		}
	}
	return u, lines.Err()
}
