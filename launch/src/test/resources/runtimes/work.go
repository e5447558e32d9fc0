// Goroutines, 300 MB with the collector at work, JSON, hashes.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"
)

func main() {
	held := make([][]byte, 30)
	for i := range held {
		held[i] = make([]byte, 10<<20)
		held[i][i] = 1
	}
	var all sync.WaitGroup
	sums := make([][32]byte, 64)
	for i := range sums {
		all.Add(1)
		go func() {
			defer all.Done()
			text, _ := json.Marshal(make([]int, 10000))
			sums[i] = sha256.Sum256(text)
		}()
	}
	all.Wait()
	if len(held) == 30 && sums[0] == sums[63] {
		fmt.Println("done")
	}
}
